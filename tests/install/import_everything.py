"""Import every module of the installed package, and print which distributions that has loaded, as JSON.

Run by the Python of an environment that is tested, which has neither pytest nor our tests.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from importlib.metadata import packages_distributions

ONLY_ALEMBIC_CAN_RUN = "migrations"
OTHER_EXTRAS = {"learn", "aec_env", "openspiel", "vector_env"}
"""What needs the extras `learn` and `env`, which no other extra includes."""


def main() -> None:
    at_start = set(sys.modules)  # with what the .pth files of setuptools load into every process
    import caserne

    for module in pkgutil.walk_packages(caserne.__path__, "caserne."):
        parts = module.name.split(".")
        if not {ONLY_ALEMBIC_CAN_RUN, *OTHER_EXTRAS, "tests", "__main__"} & set(parts):
            importlib.import_module(module.name)
    owners = packages_distributions()
    loaded = {name.partition(".")[0] for name in set(sys.modules) - at_start}
    print(json.dumps(sorted({owner for name in loaded for owner in owners.get(name, [])})))


if __name__ == "__main__":
    main()
