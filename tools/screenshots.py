"""Take screenshots of every page of the browser client in both languages, on desktop and phone, light and dark, and
make the files that are printed or shared: rulebooks, boards to cut out, animated matches.

python tools/screenshots.py                     all of them, into build/screenshots
python tools/screenshots.py --part pages        those that need no match; or `matches`, or `files`
python tools/screenshots.py --only table        those whose name contains a word
python tools/screenshots.py --looks fr-phone    in windows whose name begins so
python tools/screenshots.py --url http://...    of a server that runs already
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import Browser, Page, async_playwright
from rich.progress import track

import caserne
from caserne.client import Client, MatchConnection
from caserne.core.game.option_forms import board_form
from caserne.core.game.registry import about, rooms
from caserne.core.match.match import Match
from caserne.core.match.setups import suggest_setup
from needs import find_chromium

FOLDER = Path(__file__).parents[1] / "build" / "screenshots"
SIZES = {"desk": (1280, 800), "large": (1920, 1080), "phone": (390, 844), "lying": (844, 390), "zoomed": (640, 400)}
WHOLE_PAGES = ("desk", "large")
"""Windows in which the whole page is photographed instead of the visible part."""
LOCALES = {"fr": "fr-FR", "en": "en-GB"}
LOAD_PICTURES = "document.querySelectorAll('img').forEach(img => (img.loading = 'eager'))"
LOADING = re.compile("Un instant…|One moment…")
HELP = "[aria-label='Règles et pièces']:visible, [aria-label='Rules and pieces']:visible"
MOVES = 12
"""After how many moves the pictures of matches are taken."""
HEARTBEAT = 15.0
"""Seconds."""
Act = Callable[[Page], Awaitable[None]]


@dataclass(frozen=True)
class Shot:
    """A page, and the actions before its picture is taken."""

    name: str
    path: str
    act: Act | None = None
    whole: bool = True
    """Whether to show the whole page instead of the visible part."""


@dataclass(frozen=True)
class Look:
    """A window; the size `zoomed` is a desktop at 200%."""

    lang: str
    size: str
    scheme: str

    def __str__(self) -> str:
        return f"{self.lang}-{self.size}-{self.scheme}"


LOOKS = [
    Look(lang, size, scheme)
    for lang, size, scheme in product(("fr", "en"), SIZES, ("light", "dark"))
    if scheme == "light" or (lang == "fr" and size not in ("large", "zoomed"))
]


def press(*names: str) -> Act:
    """Press buttons by their icon or position, because labels differ by language."""

    async def act(page: Page) -> None:
        for name in names:
            await page.locator(name).first.click()

    return act


async def choose_a_piece(page: Page) -> None:
    """Select a piece that can move, so that its targets are shown."""
    movable = page.locator(".hit.can")
    await movable.or_(page.locator(".over")).first.wait_for()
    for n in range(min(40, await movable.count())):
        await movable.nth(n).click(force=True)
        if await page.locator(".sign.target").count():
            return


async def review(page: Page) -> None:
    await page.locator(".side section .button").first.click()
    await page.locator("figure svg").wait_for(timeout=120_000)
    mistake = page.locator(".side section li button")
    if await mistake.count():
        await mistake.first.click()
        await page.locator("figure svg").evaluate("graph => graph.scrollIntoView({ block: 'center' })")


# What is there to be photographed


async def matches(client: Client) -> AsyncIterator[Shot]:
    """Return shots of matches of every game: begun, in the middle, over, and on one screen."""
    for name in rooms():
        title = about(name)
        seats = ["me", *[{"bot": 2}] * (title.seats[0] - 1)]
        yield Shot(f"begin-{name}", f"/match/{await client.create(name, seats, colours='as listed')}")
        middle = await client.create(name, seats, colours="as listed", time={"minutes": 10, "increment": 5})
        await play(client, middle, MOVES)
        yield Shot(f"table-{name}", f"/match/{middle}", choose_a_piece)
        yield Shot(f"guide-{name}", f"/match/{middle}", press(HELP), whole=False)
        yield Shot(f"resigning-{name}", f"/match/{middle}", press(".tools .button:not(.icon):visible"), whole=False)
        over = await client.create(name, seats, colours="as listed")
        await play(client, over, MOVES, resign=True)
        yield Shot(f"over-{name}", f"/match/{over}")
        yield Shot(f"replay-{name}", f"/replay/{over}", review if title.seats[0] == 2 else None)
        here = await client.create(name, ["me"] * title.seats[0], here=True)
        yield Shot(f"here-{name}", f"/match/{here}")


async def pages(client: Client) -> AsyncIterator[Shot]:
    """Return all other shots."""
    yield Shot("home", "/")
    for n, how in enumerate(("bot", "friend", "here"), 1):
        yield Shot(f"create-{how}", "/", press(f"article:nth-of-type(3) .buttons .button:nth-child({n})"), whole=False)
    options = press("article:nth-of-type(3) .buttons .button", "dialog summary")
    yield Shot("create-options", "/", options, whole=False)
    first = next(iter(rooms()))
    waiting = await client.create(first, ["me", "guest"])
    yield Shot("waiting", f"/match/{waiting}")
    async with Client(client.url) as stranger:
        await stranger.call("PATCH", "/api/me", {"name": "Éloïse"})
        yield Shot("invited", f"/match/{await stranger.create(first, ['me', 'guest'])}")
    arranged = next(name for name in rooms() if caserne.game(name).setup_library())
    match = await client.create(arranged, ["me", {"bot": 1}])
    yield Shot("setups", f"/match/{match}", press(".mine .buttons .button.icon"), whole=False)
    yield Shot("settings", f"/match/{match}", press(".tools .end .button:last-child"), whole=False)
    yield Shot("watch", "/watch")
    yield Shot("today", "/today")
    yield Shot("learn", "/learn")
    for name in rooms():
        yield Shot(f"rules-{name}", f"/learn/{name}")
        yield Shot(f"variants-{name}", f"/learn/{name}/variants")
        yield Shot(f"lesson-{name}", f"/learn/{name}/first")
    painted = next(name for name in rooms() if board_form(name))
    yield Shot("painter", f"/games/{painted}/boards")
    yield Shot("me", "/me")
    yield Shot("nowhere", "/nowhere")


PARTS = {"pages": pages, "matches": matches}
FILES = "files"


async def play(client: Client, match: str, moves: int, *, resign: bool = False) -> None:
    """Play a seat for some moves, attacking if possible."""
    dice = random.Random(4)
    async with await client.open(match, scene=True) as table:
        while table.state["result"] is None and (moves or "move" not in table.state["can"]):
            request, known = wanted(table, dice), table.state
            if request:
                kind, fields = request
                await table.ask(kind, **fields)
                moves -= kind == "move"
            await until(table, lambda table, known=known: table.state is not known)  # type: ignore[misc]
        if resign and table.state["result"] is None:
            await table.ask("resign", version=table.version)


async def until(table: MatchConnection, condition: Callable[[MatchConnection], bool]) -> None:
    """Wait as long as a bot takes, which may have to be compiled first; ping the server meanwhile."""
    while not condition(table):
        try:
            await table.until(condition, HEARTBEAT)
        except TimeoutError:
            await table.ask("ping")


def wanted(table: MatchConnection, dice: random.Random) -> tuple[str, dict[str, Any]] | None:
    state = table.state
    if "ready" in state["can"]:
        rules = caserne.game(table.welcome["game"], **table.welcome["options"])
        return "ready", {"setup": suggest_setup(Match(rules), table.welcome["looking"])}
    if "roll" in state["can"]:
        return "roll", {"version": table.version}
    if "move" not in state["can"] or not state["legal"]:
        return None
    enemies = {piece["cell"] for piece in state["scene"]["pieces"] if piece["seat"] not in (None, 0)}
    attacks = [move for move in state["legal"] if move["cells"] and move["cells"][-1] in enemies]
    return "move", {"version": table.version, "move": dice.choice(attacks or state["legal"])["move"]}


# Taking pictures


async def photograph(browser: Browser, client: Client, shots: list[Shot], look: Look, folder: Path) -> list[str]:
    """Take all pictures in one window and return the names of those that failed."""
    failed = []
    width, height = SIZES[look.size]
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        locale=LOCALES[look.lang],
        color_scheme="dark" if look.scheme == "dark" else "light",
        device_scale_factor=2 if look.size == "zoomed" else 1,
        has_touch=look.size in ("phone", "lying"),
        reduced_motion="reduce",
        service_workers="block",
    )
    await context.add_cookies(
        [{"name": name, "value": value, "url": client.url} for name, value in client.cookies.items()]
    )
    for shot in shots:
        page = await context.new_page()
        try:
            await page.goto(client.url + shot.path)
            await page.locator("main h1").first.wait_for(state="attached")
            await page.wait_for_load_state("networkidle")
            await page.evaluate(LOAD_PICTURES)
            await page.wait_for_load_state("networkidle")
            if shot.act:
                await shot.act(page)
                await page.wait_for_load_state("networkidle")
            await page.get_by_text(LOADING).first.wait_for(state="hidden", timeout=120_000)
            await page.screenshot(
                path=folder / f"{shot.name}-{look}.png", full_page=shot.whole and look.size in WHOLE_PAGES
            )
        except Exception as error:
            print(f"{shot.name}-{look}: {error}", file=sys.stderr)
            failed.append(f"{shot.name}-{look}")
        await page.close()
    await context.close()
    return failed


# Files to print and to share


async def save_files(browser: Browser, client: Client, folder: Path) -> None:
    """Save every rulebook as Chromium prints it, the sheets to cut out, and a match as an animated picture."""
    for name, lang in product(rooms(), LOCALES):
        context = await browser.new_context(locale=LOCALES[lang])
        page = await context.new_page()
        await page.goto(f"{client.url}/learn/{name}")
        await page.locator(".booklet").wait_for()
        await page.evaluate(LOAD_PICTURES)
        await page.wait_for_load_state("networkidle")
        await page.pdf(path=folder / f"rules-{name}-{lang}.pdf", prefer_css_page_size=True)
        await context.close()
        await save(client, f"/api/games/{name}/print.pdf?lang={lang}", folder / f"print-{name}-{lang}.pdf")
    for name in rooms():
        match = await client.create(name, ["me", *[{"bot": 2}] * (about(name).seats[0] - 1)])
        await play(client, match, MOVES, resign=True)
        await save(client, f"/api/matches/{match}/film.svg", folder / f"film-{name}.svg")


async def save(client: Client, path: str, file: Path) -> None:
    async with httpx.AsyncClient(timeout=120) as http:
        answer = await http.get(client.url + path, cookies=client.cookies)
    file.write_bytes(answer.raise_for_status().content)


@asynccontextmanager
async def serving(url: str | None) -> AsyncIterator[str]:
    """Return the address of a running server, or of one that is started."""
    if url:
        yield url
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "caserne", "serve", "--port", str(port), "--data", data]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            async with httpx.AsyncClient() as http:
                while process.poll() is None:
                    try:
                        await http.get(f"{url}/health")
                        break
                    except httpx.TransportError:
                        await asyncio.sleep(0.2)
            yield url
        finally:
            process.terminate()
            process.wait()


async def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--url")
    parser.add_argument("--part", nargs="*", choices=[*PARTS, FILES], default=[*PARTS, FILES])
    parser.add_argument("--only", default="")
    parser.add_argument("--looks", default="", help="for example fr-phone")
    arguments = parser.parse_args()
    if len(sys.argv) == 1:
        shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    async with serving(arguments.url) as url, Client(url) as client, async_playwright() as playwright:
        await client.call("PATCH", "/api/me", {"name": "Camille"})
        shots = [shot for part in PARTS if part in arguments.part async for shot in PARTS[part](client)]
        shots = [shot for shot in shots if arguments.only in shot.name]
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        looks = [look for look in LOOKS if str(look).startswith(arguments.looks)]
        failed = [
            name
            for look in track(looks, "Taking pictures ...")
            for name in await photograph(browser, client, shots, look, FOLDER)
        ]
        if FILES in arguments.part and not arguments.only:
            await save_files(browser, client, FOLDER)
        await browser.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")
    return len(failed) > 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
