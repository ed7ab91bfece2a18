"""What axe-core finds wrong with a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


def violations(page: Page) -> list[dict[str, Any]]:
    """The rules of WCAG 2.2 A and AA and the best practices that a page breaks, each with where."""
    page.evaluate(AXE.read_text())  # not as a script of the page, which its policy would forbid
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run()).violations")
    return [{"rule": one["id"], "where": [node["html"][:200] for node in one["nodes"][:3]]} for one in found]
