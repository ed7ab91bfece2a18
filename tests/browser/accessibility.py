"""Violations that axe-core finds in a page."""

from __future__ import annotations

import pytest
from browser_player import Player

import needs

AXE = needs.WEB / "node_modules" / "axe-core" / "axe.min.js"
RUN = """rules => axe.run({ resultTypes: ["violations"], ...rules }).then((found) =>
    found.violations.map((one) => [one.id, one.nodes.map((node) => node.html.slice(0, 120))]))"""
RULES_BY_SCHEME = {"light": {}, "dark": {"runOnly": ["color-contrast", "link-in-text-block"]}}
"""All rules, then those about colours: nothing else differs between light and dark."""

needs_axe = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: python tools/needs.py")


def violations(player: Player) -> list[object]:
    """Return what axe-core reports for the current page, in light and dark."""
    player.page.evaluate(AXE.read_text("utf-8"))
    found: list[object] = []
    for scheme, rules in RULES_BY_SCHEME.items():
        player.page.emulate_media(color_scheme=scheme)
        found += player.page.evaluate(RUN, rules)
    return found
