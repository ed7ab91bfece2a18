"""The page of a training run: what was learned from what, how strong it became, and how to play it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import Any

import caserne
from caserne.bots.titles import title_of
from caserne.core.game.game import Game
from caserne.core.game.html_table import html_table
from caserne.core.game.words import SHARED_WORDS, default_language, format_number
from caserne.draw.markup import SANS, SERIF
from caserne.draw.palette import LIGHT
from caserne.learn.curve import Curve
from caserne.learn.rating_plot import rating_plot
from caserne.learn.settings import Settings

LONG_MINUTES = 10
"""From here on, tenths of a minute tell the snapshots apart."""
STYLE = f"""
body {{ margin: 2rem auto; padding: 0 1rem; max-width: 50rem; background: {LIGHT["paper"]}; color: {LIGHT["ink"]};
  font: 1rem/1.5 {SANS}; }}
h1, h2 {{ font-family: {SERIF}; line-height: 1.2; }}
svg {{ width: 100%; height: auto; border-radius: 0.5rem; }}
figure {{ margin: 0; }}
figcaption, summary {{ margin: 0.5rem 0; }}
table {{ border-collapse: collapse; margin: 1rem 0; }}
th, td {{ padding: 0.25rem 1.5rem 0.25rem 0; text-align: left; border-bottom: 1px solid {LIGHT["wire"]};
  font-variant-numeric: tabular-nums; }}
pre {{ padding: 0.75rem 1rem; background: {LIGHT["card"]}; border-radius: 0.5rem; white-space: pre-wrap;
  overflow-wrap: anywhere; }}
"""


@dataclass(frozen=True)
class TrainingRun:
    """What there is to say about a training run besides its curve."""

    game: Game[Any]
    device: str
    seed: int
    minutes: float
    positions: int
    finished: int
    """Games that were played to the end."""
    settings: Settings
    weights: Path

    @property
    def other_options(self) -> dict[str, Any]:
        """The game's options that are not the default."""
        usual = caserne.game(self.game.id).options.as_dict()
        return {name: value for name, value in self.game.options.as_dict().items() if value != usual[name]}

    @property
    def arena_command(self) -> str:
        """What lets the network play against one of our levels, by the rules that it has learned with."""
        options = "".join(f" --option {name}={value}" for name, value in self.other_options.items())
        return f"caserne arena {self.game.id} net:weights={self.weights} 3{options}"


def page_title(game: Game[Any], lang: str | None) -> str:
    return SHARED_WORDS("train.title", game=game.about.title(lang or default_language())).text(lang)


def training_page(run: TrainingRun, curve: Curve | None, lang: str | None) -> str:
    """Return an HTML page that asks for nothing from outside."""
    title = escape(page_title(run.game, lang))
    return "\n".join(
        (
            f'<!doctype html>\n<html lang="{lang or default_language()}">\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>",
            *_summary(run, lang),
            *(_ratings(curve, lang) if curve else ()),
            *_how_to_play(run, lang),
            *_settings(run, lang),
            "</html>\n",
        )
    )


def _summary(run: TrainingRun, lang: str | None) -> Iterator[str]:
    yield _paragraph(
        "train.summary",
        lang,
        minutes=format_number(run.minutes, 1, lang),
        device=run.device,
        positions=format_number(run.positions, 0, lang),
        games=format_number(run.finished, 0, lang),
        seed=str(run.seed),
    )
    if run.other_options:
        yield _paragraph("train.options", lang, options=", ".join(f"{k}={v}" for k, v in run.other_options.items()))


def _ratings(curve: Curve, lang: str | None) -> Iterator[str]:
    """Show the curve as a picture, and the same as a table."""
    caption = SHARED_WORDS("train.caption", games=curve.games).text(lang)
    yield f"<figure>{rating_plot(curve, lang)}<figcaption>{escape(caption)}</figcaption></figure>"
    headings = [SHARED_WORDS(f"train.{key}").text(lang) for key in ("player", "rating", "interval")]
    digits = 1 if curve.snapshots[-1][0] >= LONG_MINUTES else 2
    rated = [
        (SHARED_WORDS("train.after", minutes=format_number(minutes, digits, lang)).text(lang), rating, error)
        for minutes, rating, error in curve.snapshots
    ]
    rated += [(title_of(name, lang), *found) for name, found in curve.opponents.items()]
    yield html_table(headings, [(name, *_interval(rating, error, lang)) for name, rating, error in rated])


def _interval(rating: float, error: float, lang: str | None) -> tuple[str, str]:
    value, low, high = (format_number(each, 0, lang) for each in (rating, rating - error, rating + error))
    return value, f"{low} – {high}"


def _how_to_play(run: TrainingRun, lang: str | None) -> Iterator[str]:
    yield f"<h2>{escape(SHARED_WORDS('train.play').text(lang))}</h2>"
    yield f"<pre>{escape(run.arena_command)}</pre>"


def _settings(run: TrainingRun, lang: str | None) -> Iterator[str]:
    headings = [SHARED_WORDS(f"train.{key}").text(lang) for key in ("setting", "set_to")]
    table = html_table(headings, [(name, str(value)) for name, value in asdict(run.settings).items()])
    yield f"<details><summary>{escape(SHARED_WORDS('train.settings').text(lang))}</summary>{table}</details>"


def _paragraph(key: str, lang: str | None, **values: str) -> str:
    return f"<p>{escape(SHARED_WORDS(key, **values).text(lang))}</p>"
