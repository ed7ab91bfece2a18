"""Adds to the documentation site what lives elsewhere: rulebooks, notebooks, changelog, the help of commands."""

from __future__ import annotations

import json
import os
import posixpath
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import notebooks
from caserne import games
from caserne.core.game.about import About
from caserne.draw.drawings import drawing

ROOT = Path(__file__).parents[1]
ROOMS = ROOT / "src" / "caserne" / "games"
ELSEWHERE = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security-policy.md"}
LANGUAGES = {"en": "English", "fr": "français"}
PICTURE = re.compile(r"\(((?:figure|piece|ground):[^)]+)\)")
COMMANDS = "reference/command-line.md"
HELP_ENVIRONMENT = {**os.environ, "LANG": "C.UTF-8", "COLUMNS": "100", "NO_COLOR": "1"}


def own_games() -> dict[str, About]:
    """Return the games of this repository, without those that `CASERNE_GAMES` adds."""
    return {name: about for name, about in games().items() if (ROOMS / name).is_dir()}


def on_config(config: Any) -> Any:
    """List the rulebooks in the navigation."""
    for entry in config["nav"]:
        if "Games" in entry:
            entry["Games"] = [
                {f"{about.title(lang)} ({LANGUAGES[lang]})": f"games/{name}.{lang}.md"}
                for name, about in own_games().items()
                for lang in LANGUAGES
            ]
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the pages."""
    for source, page in ELSEWHERE.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text("utf-8")))
    for name in own_games():
        for lang in LANGUAGES:
            text = (ROOMS / name / "rulebook" / f"{lang}.md").read_text("utf-8")
            files.append(
                File.generated(config, f"games/{name}.{lang}.md", content=under_one_title(drawn(name, lang, text)))
            )
            for address in drawings_of(name):
                file, picture = drawing_file(name, lang, address), drawing(name, address, lang)
                files.append(File.generated(config, f"games/{file}", content=picture))
    for path in sorted(notebooks.FOLDER.glob("*.ipynb")):
        page, pictures = notebooks.as_page(path.stem, json.loads(path.read_text("utf-8")))
        for file, content in {f"{path.stem}.md": page, **pictures}.items():
            files.append(File.generated(config, f"{notebooks.FOLDER.name}/{file}", content=content))
    files.append(File.generated(config, COMMANDS, content=command_line()))
    return files


def drawings_of(name: str) -> list[str]:
    """Return the addresses of all drawings in the rulebook of a game."""
    return sorted(set(PICTURE.findall((ROOMS / name / "rulebook" / "en.md").read_text("utf-8"))))


def drawing_file(name: str, lang: str, address: str) -> str:
    return f"drawings/{name}-{lang}-{address.replace(':', '-')}.svg"


def drawn(name: str, lang: str, text: str) -> str:
    """Make the drawings of a rulebook point at files; figures get their captions, pieces the height of text."""

    def shown(picture: re.Match[str]) -> str:
        said, address = picture.groups()
        file = drawing_file(name, lang, address)
        if address.startswith("figure:"):
            return f"![{said}]({file}){{ width=320 }}\n\n*{said}*\n"
        return f"![{said}]({file}){{ width=26 }}"

    return re.sub(r"!\[([^\]]*)\]\(((?:figure|piece|ground):[^)]+)\)", shown, text)


def under_one_title(text: str) -> str:
    """Lower all headings but the first: a page has one title."""
    title, rest = text.split("\n", 1)
    return title + "\n" + re.sub(r"^#", "##", rest, flags=re.MULTILINE)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Make links that leave `docs` lead to the added pages; those to sources become plain text."""
    folder = posixpath.dirname(page.file.src_uri)

    def follow(link: re.Match[str]) -> str:
        text, target = link.groups()
        path = posixpath.normpath(posixpath.join("docs", folder, target.partition("#")[0]))
        if page.file.src_uri in ELSEWHERE.values():
            path = posixpath.normpath(target.partition("#")[0])
        if path in ELSEWHERE:
            return f"[{text}]({posixpath.relpath(ELSEWHERE[path], folder or '.')})"
        if path.startswith("docs/"):
            page_of = path.removeprefix("docs/").replace(".ipynb", ".md")
            return f"[{text}]({posixpath.relpath(page_of, folder or '.')})"
        return text

    return re.sub(r"\[([^\]]*)\]\((?!https?:|#|mailto:)([^)\s]+)\)", follow, markdown)


def command_line() -> str:
    """Return the help of every command, as a page."""
    overview = help_text()
    commands = re.findall(r"^  ([a-z]+)  ", overview.partition("Commands:")[2], flags=re.MULTILINE)
    sections = [f"## caserne {command}\n\n```\n{help_text(command)}\n```\n" for command in commands]
    return "\n".join(["# The command line\n", f"```\n{overview}\n```\n", *sections])


def help_text(*command: str) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "caserne", *command, "--help"],
        env=HELP_ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.rstrip().replace("python -m caserne", "caserne")
