"""The examples of the README and the gallery give the output they show."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from caserne.cli.app import run
from caserne.core.game.words import SHARED_WORDS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
GALLERY = (ROOT / "docs" / "gallery.md").read_text("utf-8")


def console_examples() -> list[tuple[str, str]]:
    blocks = re.findall(r"```console\n(.*?)```", README + GALLERY, flags=re.DOTALL)
    return re.findall(r"^\$ caserne (.*)\n((?:[^$\n].*\n)*)", "".join(blocks), flags=re.MULTILINE)


@pytest.mark.parametrize(("command", "output"), console_examples())
def test_console_examples(command, output, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs" / "pictures").mkdir(parents=True)
    assert run(shlex.split(command)) in (0, 1)
    out, err = capsys.readouterr()
    assert (out, err.replace(SHARED_WORDS("compiling").text() + "\n", "")) == (output, "")
    for picture in tmp_path.rglob("*.svg"):
        committed = ROOT / picture.relative_to(tmp_path)
        assert picture.read_text("utf-8") == committed.read_text("utf-8"), f"make it again: caserne {command}"


@pytest.mark.thorough
def test_python_examples():
    test = doctest.DocTestParser().get_doctest(README, {}, "README", "README.md", 0)
    assert len(test.examples) >= 6
    assert doctest.DocTestRunner().run(test).failed == 0


def test_links_lead_somewhere():
    for page in [ROOT / "README.md", *ROOT.glob("docs/*.md"), ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
