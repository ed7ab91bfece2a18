"""Measure the board of every game on a slow phone: the time from a tap to its effect, and layout shifts.

    python bench/browser.py            Chromium, 360 x 740, its processor slowed down six times
    python bench/browser.py --slower 4

For each game: the median and the slowest of several taps in milliseconds (the next frame included), the layout shift
that Chromium counts from the first byte of the table to the last tap, and the processor time of the page's main thread
for a tap at full speed, in milliseconds, which other programs on the machine change least.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, CDPSession, Page, async_playwright

from caserne.client import Client
from caserne.core.game.registry import rooms

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from needs import find_chromium
from screenshots import play, serving

TAPS = 9
PAUSE = 300
"""Milliseconds between two taps of a quick finger."""
PATIENCE = 120_000
"""Milliseconds that a page on a busy machine may take."""
WATCH = """
window.shifted = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
TAP = """async (cell) => {
    const target = document.querySelector(`[data-hit="${cell}"]`);
    const { x, y, width, height } = target.getBoundingClientRect();
    const middle = { clientX: x + width / 2, clientY: y + height / 2 };
    const at = { ...middle, bubbles: true, pointerId: 1, pointerType: "touch", isPrimary: true };
    const began = performance.now();
    target.dispatchEvent(new PointerEvent("pointerdown", at));
    target.dispatchEvent(new PointerEvent("pointerup", at));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return [performance.now() - began, target.getAttribute("aria-selected") === "true"];
}"""


async def measure(browser: Browser, client: Client, game: str, slower: float) -> dict[str, Any]:
    match = await client.create(game, ["me", {"bot": 1}], colours="as listed")
    await play(client, match, 2)
    context = await browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    await context.add_cookies(
        [{"name": name, "value": text, "url": client.url} for name, text in client.cookies.items()]
    )
    context.set_default_timeout(PATIENCE)
    page = await context.new_page()
    await page.add_init_script(WATCH)
    session = await context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    await page.goto(f"{client.url}/match/{match}")
    await page.locator(".hit.can").first.wait_for()
    await page.wait_for_load_state("networkidle")
    cells = await page.locator(".hit.can").evaluate_all("hits => hits.map((hit) => hit.dataset.hit)")
    times = await taps(page, cells)
    shifted = await page.evaluate("window.shifted")
    await session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    processor = await processor_time(page, cells, session)
    await context.close()
    return {
        "median": round(statistics.median(times)),
        "slowest": round(max(times)),
        "layout shift": round(shifted, 4),
        "processor": round(processor, 1),
    }


async def processor_time(page: Page, cells: list[str], session: CDPSession) -> float:
    """Return how long the main thread works for a tap, in milliseconds."""
    await session.send("Performance.enable", {"timeDomain": "threadTicks"})
    await taps(page, cells)  # the first ones compile scripts
    before = await worked(session)
    await taps(page, cells)
    return (await worked(session) - before) * 1000 / TAPS


async def worked(session: CDPSession) -> float:
    metrics = (await session.send("Performance.getMetrics"))["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))


async def taps(page: Page, cells: list[str]) -> list[float]:
    """Tap the player's pieces in turn; every tap must select its piece."""
    times: list[float] = []
    for n in range(TAPS):
        await page.wait_for_timeout(PAUSE)
        took, chosen = await page.evaluate(TAP, cells[n % len(cells)])
        times += [took] if chosen else []
    return times


async def main(slower: float) -> None:
    async with serving(None) as url, Client(url) as client, async_playwright() as playwright:
        await client.call("PATCH", "/api/me", {"name": "Bench"})
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for game in rooms():
            print(game, json.dumps(await measure(browser, client, game, slower)), flush=True)
        await browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slower", type=float, default=6, help="how many times")
    asyncio.run(main(parser.parse_args().slower))
