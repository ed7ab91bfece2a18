"""A plugin of pytest that leaves out the tests of whole servers, which take seconds to start."""

SERVERS = {"server", "server_with", "strict_server", "strict", "pair", "new_database", "metered"}
"""Fixtures."""


def pytest_collection_modifyitems(config, items):
    left_out = [item for item in items if SERVERS.intersection(item.fixturenames)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
