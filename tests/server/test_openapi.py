"""The OpenAPI schema: schemathesis calls every operation, and every response must be documented.

A request that fits the schema may still be refused, because no schema can list the valid options and positions.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
import schemathesis
from fuzzing import effort
from hypothesis import given
from hypothesis.errors import Unsatisfiable
from patience import PATIENCE
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

PATIENT = effort(short=5, long=400)
"""Calls per operation, valid and invalid ones."""


@pytest.mark.fuzz
@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_response_is_as_documented(server, mode):
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    called = 0
    for found in schema.get_all_operations():
        operation = found.ok()

        @PATIENT
        @given(case=operation.as_strategy(generation_mode=mode))
        def call(case):
            case.call_and_validate(excluded_checks=[positive_data_acceptance], timeout=PATIENCE)

        with suppress(Unsatisfiable):  # an operation without parameters has no invalid calls
            call()
            called += 1
    assert called > 20


def test_every_operation_documents_its_errors(anne):
    schema = anne.ok("GET", "/api/openapi.json")
    for path, calls in schema["paths"].items():
        for method, call in calls.items():
            if path.startswith("/api/"):
                assert {"401", "403", "413", "422", "429"} <= set(call["responses"]), (method, path)
            assert call["description"], (method, path)


def test_the_protocol_page_lists_exactly_the_existing_operations(anne):
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8").partition("## The websocket")[0]
    documented = set(re.findall(r"^\| `(GET|POST|PATCH|DELETE) (/[^ ?`]*)", page, re.MULTILINE))
    schema = anne.ok("GET", "/api/openapi.json")["paths"]
    assert documented == {(method.upper(), path) for path, calls in schema.items() for method in calls}
