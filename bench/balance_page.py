"""Write docs/balance.md and docs/equilibre.md with their plots from the games that `bench/balance.py` has played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import caserne
from caserne.core.game.words import format_number, format_percentage
from caserne.core.simulation.outcomes import Outcomes
from caserne.core.simulation.statistics import Estimate, Z, mean, share
from caserne.draw.plot import Scale, estimates_plot
from caserne.runs.simulation import RANDOM

if TYPE_CHECKING:
    from balance import Study
    from worth import Army, Sample

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {"en": "balance.md", "fr": "equilibre.md"}
TEXTS = json.loads(Path(__file__).with_name("balance_texts.json").read_text("utf-8"))
EVEN = 0.5
CERTAIN = 3.290527 / Z
"""The half-width of a 99.9% interval by that of a 95% interval: the page has about a hundred of them."""
LABELS = 230
"""The width of the names in a plot."""
FEWEST = 20
"""Fewer games, or fewer for each kind of piece, say nothing."""

Played = Mapping["Study", Mapping[str, Outcomes]]
Samples = Mapping["Army", Mapping[str, "Sample"]]


def first_score(games: Outcomes) -> Estimate:
    """Estimate the first seat's share of the points: one half if all seats are worth the same."""
    points = (1 + games.returns[games.endings != "", 0]) / 2
    return share(float(points.sum()), points.size)


def drawn(games: Outcomes) -> Estimate:
    """Estimate the share of games in which all seats have the same result."""
    done = games.returns[games.endings != ""]
    return share(int((done == done[:, :1]).all(axis=1).sum()), len(done))


def difference(one: Estimate, other: Estimate) -> Estimate:
    """Estimate the difference of two independent estimates."""
    value = one.value - other.value
    reach = sqrt(((one.high - one.low) / 2) ** 2 + ((other.high - other.low) / 2) ** 2)
    return Estimate(value, value - reach, value + reach)


def is_certain(estimate: Estimate, expected: float) -> bool:
    """Whether an estimate differs from what is expected by more than chance: its 99.9% interval leaves it out."""
    half_width = estimate.value - estimate.low if estimate.value > expected else estimate.high - estimate.value
    return abs(estimate.value - expected) > CERTAIN * half_width


class Page:
    """A page in one language."""

    def __init__(self, lang: str, played: Played, samples: Samples, machines: str) -> None:
        self.lang, self.played, self.samples, self.machines = lang, played, samples, machines
        self.pictures: dict[str, str] = {}
        """By file name."""

    def say(self, key: str, **fields: Any) -> str:
        return str(TEXTS[key][self.lang]).format(**fields)

    def text(self) -> str:
        """Return the page as Markdown, and fill `pictures`."""
        parts = [
            self.say("preface", machines=self.machines, date=date.today().isoformat(), version=caserne.__version__)
        ]
        for game in dict.fromkeys(study.id for study in self.played):
            studies = {study: found for study, found in self.played.items() if study.id == game}
            parts += [*self._section(game, studies), *self._worth(game)]
        return "\n".join([*parts, self.say("setups")]) + "\n"

    def _section(self, game: str, studies: Played) -> Iterator[str]:
        """Return the findings, the plot and the table of a game."""
        title = caserne.games()[game].title(self.lang)
        yield f"## {title}\n"
        yield from self._findings(studies)
        yield self._picture(
            f"balance-{game}", title, self.say("score_heading"), list(self._score_rows(studies)), self._percent, EVEN
        )
        yield self.say("table")
        for study, found in studies.items():
            for bot, games in found.items():
                yield self._row(study, bot, games)
        yield ""

    def _score_rows(self, studies: Played) -> Iterator[tuple[str, Estimate]]:
        for study, found in studies.items():
            for bot, games in found.items():
                yield f"{self._option(study)}, {self._player(bot)}", first_score(games)

    def _row(self, study: Study, bot: str, games: Outcomes) -> str:
        low, middle, high = (
            format_number(float(q), 0, self.lang) for q in np.quantile(games.lengths, (0.25, 0.5, 0.75))
        )
        endings = sorted(games.report([""] * study.game.seats).endings.items(), key=lambda item: -item[1].value)
        ended = ", ".join(f"{rule or '–'} {self._share(part.value)}" for rule, part in endings[:3])
        cells = [
            self._option(study, "`"),
            self._player(bot, "`"),
            format_number(len(games), 0, self.lang),
            self._percent(first_score(games)),
            self._percent(drawn(games)),
            f"{middle} ({low} – {high})",
            ended,
        ]
        return "| " + " | ".join(cells) + " |"

    def _findings(self, studies: Played) -> Iterator[str]:
        """Return a sentence for each difference that is hardly chance."""
        usual = next(found for study, found in studies.items() if not study.option)
        lines = []
        for study, found in studies.items():
            for bot, games in found.items():
                if len(games) >= FEWEST:
                    lines += self._finding(study, bot, games, usual[bot])
        yield "\n".join(lines or [self.say("nothing")]) + "\n"

    def _finding(self, study: Study, bot: str, games: Outcomes, usual: Outcomes) -> Iterator[str]:
        score = first_score(games)
        who = {"option": self._option(study, "`"), "player": self._player(bot, "`")}
        if is_certain(score, EVEN):
            key = "first_ahead" if score.value > EVEN else "first_behind"
            yield self.say(key, score=self._percent(score), **who)
        if not study.option or len(usual) < FEWEST:
            return
        longer = difference(mean(games.lengths), mean(usual.lengths))
        if is_certain(longer, 0):
            yield self.say("longer" if longer.value > 0 else "shorter", moves=self._moves(longer), **who)
        more = difference(drawn(games), drawn(usual))
        if is_certain(more, 0):
            yield self.say("more_draws" if more.value > 0 else "fewer_draws", share=self._percent(drawn(games)), **who)

    def _worth(self, game: str) -> Iterator[str]:
        """Return what the pieces and the grounds of a game are worth."""
        for army, samples in self.samples.items():
            if army.id != game:
                continue
            if army.kinds:
                yield from self._weighed(army, samples, "worth", list(army.kinds), ())
            if army.grounds:
                yield from self._weighed(army, samples, "grounds", army.grounds, (*army.kinds, *army.given))

    def _weighed(
        self, army: Army, samples: Mapping[str, Sample], what: str, kinds: Sequence[str], given: Sequence[str]
    ) -> Iterator[str]:
        """Return a heading, a plot for each player with enough games, and a table of all their estimates."""
        yield self.say(what, ply=army.ply)
        title, names = caserne.games()[army.id].title(self.lang), {kind: self._kind(army, kind) for kind in kinds}
        found = {}
        for bot, sample in samples.items():
            if len(sample.won) < FEWEST * (len(kinds) + len(given)):
                continue
            games = self._number(len(sample.won))
            worth = sample.worth(kinds, given)
            rows = sorted(((names[kind], worth[kind]) for kind in worth), key=lambda row: -row[1].value)
            heading = self.say(f"{what}_heading", player=self._player(bot), games=games)
            name = f"{what}-{army.id}-{'random' if bot == RANDOM else 'bot'}"
            yield self._picture(name, title, heading, rows, self._points, 0)
            found[self.say("column", player=self._player(bot, "`"), games=games)] = dict(rows)
        yield from self._worth_table(found)

    def _worth_table(self, found: Mapping[str, Mapping[str, Estimate]]) -> Iterator[str]:
        """Return a column of estimates for each player, in the order of the first one's."""
        yield "| | " + " | ".join(found) + " |\n|---" + "|---" * len(found) + "|"
        for name in dict.fromkeys(name for column in found.values() for name in column):
            cells = [self._points(column[name]) if name in column else "–" for column in found.values()]
            yield f"| {name} | " + " | ".join(cells) + " |"
        yield ""

    def _kind(self, army: Army, kind: str) -> str:
        if kind in army.kinds:
            return caserne.game(army.id).words(army.kinds[kind]).text(self.lang)
        return self.say(f"{army.id}.{kind}")

    def _picture(
        self,
        name: str,
        title: str,
        heading: str,
        rows: Sequence[tuple[str, Estimate]],
        write: Callable[[Estimate], str],
        origin: float,
    ) -> str:
        """Add a plot and return the line that shows it."""
        file = f"{name}.{self.lang}.svg"
        least, most = min(row[1].low for row in rows), max(row[1].high for row in rows)
        scale = Scale(min(least, origin), max(most, origin), origin, LABELS)
        self.pictures[file] = estimates_plot(title, heading, rows, scale, write)
        return f"![{title}: {heading}](pictures/{file})\n"

    def _option(self, study: Study, quote: str = "") -> str:
        return f"{quote}{study.option}{quote}" if study.option else self.say("defaults")

    def _player(self, bot: str, quote: str = "") -> str:
        return self.say("random") if bot == RANDOM else f"{quote}{bot}{quote}"

    def _number(self, value: float) -> str:
        return format_number(value, 0, self.lang)

    def _share(self, value: float) -> str:
        return format_percentage(value, 0, self.lang)

    def _percent(self, estimate: Estimate) -> str:
        value, low, high = (format_percentage(each, 1, self.lang) for each in estimate)
        return f"{value} [{low} – {high}]"

    def _points(self, estimate: Estimate) -> str:
        value, low, high = (format_number(100 * each, 1, self.lang) for each in estimate)
        return f"{value} [{low} – {high}]"

    def _moves(self, estimate: Estimate) -> str:
        """Write a difference without its sign."""
        turned = estimate if estimate.value > 0 else Estimate(-estimate.value, -estimate.high, -estimate.low)
        value, low, high = (format_number(each, 1, self.lang) for each in turned)
        return f"{value} [{low} – {high}]"


def write_pages(played: Played, samples: Samples, machines: str) -> None:
    """Write both pages and their plots."""
    for lang, file in PAGES.items():
        page = Page(lang, played, samples, machines)
        (DOCS / file).write_text(page.text(), "utf-8")
        for name, picture in page.pictures.items():
            (DOCS / "pictures" / name).write_text(picture, "utf-8")
