"""The documented interface: schemathesis calls everything with anything and finds nothing that is not documented.

What fits the documentation may still be refused: which options, names and positions there are, no schema can say.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

EXAMPLES = 12
"""How many calls of each kind, good ones and bad ones."""
PATIENT = settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_everything_is_answered_as_documented(server, mode):
    described = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    called = 0
    for found in described.get_all_operations():
        operation = found.ok()

        @PATIENT
        @given(case=operation.as_strategy(generation_mode=mode))
        def call(case):
            case.call_and_validate(excluded_checks=[positive_data_acceptance])

        with suppress(Unsatisfiable):  # nothing can be wrong with a call that takes nothing
            call()
            called += 1
    assert called > 20


def test_every_call_documents_its_errors(anne):
    described = anne.ok("GET", "/api/openapi.json")
    for path, calls in described["paths"].items():
        for method, call in calls.items():
            if path.startswith("/api/"):
                assert {"401", "403", "413", "422", "429"} <= set(call["responses"]), (method, path)
            assert call["description"], (method, path)


def test_the_protocol_page_names_exactly_the_calls_that_there_are(anne):
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8").partition("## The websocket")[0]
    told = set(re.findall(r"^\| `(GET|POST|PATCH|DELETE) (/[^ ?`]*)", page, re.MULTILINE))
    described = anne.ok("GET", "/api/openapi.json")["paths"]
    assert told == {(method.upper(), path) for path, calls in described.items() for method in calls}
