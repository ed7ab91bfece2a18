"""Statistics as pictures: a balance report, or estimates with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from caserne.core.game.words import SHARED_WORDS, format_number, format_percentage
from caserne.core.simulation.report import Report
from caserne.core.simulation.statistics import Estimate
from caserne.draw.chart import chart_svg
from caserne.draw.markup import element, number, words
from caserne.draw.palette import LIGHT

WIDTH, MARGIN = 760, 28
CHART = WIDTH - 2 * MARGIN
HISTOGRAM_HEIGHT, ROW = 180, 26
BINS = 48


class Scale(NamedTuple):
    """What the rows of a chart span."""

    least: float
    most: float
    origin: float = 0.0
    """Where bars begin."""
    labels: float = 150
    """The width of the row names."""


class Chart(NamedTuple):
    """A part of a picture."""

    heading: str
    height: float
    draw: Callable[[float], list[str]]
    """Draws it below a height."""


def balance_plot(title: str, lengths: np.ndarray[Any, Any], report: Report, lang: str | None) -> str:
    """Return an SVG with a histogram of lengths, the endings and the mean return of each seat, with 95% intervals."""

    def say(key: str) -> str:
        return SHARED_WORDS(key).text(lang)

    def percent(estimate: Estimate) -> str:
        value, low, high = (format_percentage(share, 1, lang) for share in estimate)
        return f"{value}  ({low} – {high})"

    def signed(estimate: Estimate) -> str:
        value, low, high = (format_number(mean, 3, lang) for mean in estimate)
        return f"{value}  ({low} – {high})"

    endings = [
        (rule or say("report.unfinished"), portion)
        for rule, portion in sorted(report.endings.items(), key=lambda item: -item[1].value)
    ]
    seats = [(seat.name, seat.returns) for seat in report.seats]
    charts = [
        Chart(say("plot.length"), HISTOGRAM_HEIGHT + 22, lambda top: _histogram(lengths, top, lang)),
        Chart(say("plot.endings"), ROW * len(endings), lambda top: _rows(endings, top, Scale(0, 1), percent, "field")),
        Chart(say("plot.seats"), ROW * len(seats), lambda top: _rows(seats, top, Scale(-1, 1), signed, "blue")),
    ]
    return _picture(f"{title} · {format_number(report.games, 0, lang)} {say('plot.games')}", charts)


def estimates_plot(
    title: str,
    heading: str,
    rows: Sequence[tuple[str, Estimate]],
    scale: Scale,
    write: Callable[[Estimate], str],
) -> str:
    """Return an SVG with one row an estimate."""
    chart = Chart(heading, ROW * len(rows), lambda top: _rows(rows, top, scale, write, "blue"))
    return _picture(title, [chart])


def _picture(title: str, charts: Sequence[Chart]) -> str:
    """Return an SVG with charts below each other."""
    y = 44.0
    parts = [words(title, MARGIN, 34, 20, LIGHT["ink"], heading=True)]
    for chart in charts:
        parts.append(words(chart.heading, MARGIN, y + 24, 14, LIGHT["ink"], heading=True))
        parts += chart.draw(y + 36)
        y += 36 + chart.height + 14
    return chart_svg(title, WIDTH, y, parts)


def _histogram(lengths: np.ndarray[Any, Any], top: float, lang: str | None) -> list[str]:
    """Draw bars by length; the longest one percent of games share the last bar, so that the others stay visible."""
    most = _round_number(max(int(np.quantile(lengths, 0.99)), 4))
    counts, _ = np.histogram(np.minimum(lengths, most), bins=min(BINS, most), range=(0, most))
    width, floor = CHART / counts.size, top + HISTOGRAM_HEIGHT
    bars = [
        element(
            "rect",
            x=MARGIN + n * width + 0.5,
            y=floor - HISTOGRAM_HEIGHT * count / counts.max(),
            width=width - 1,
            height=HISTOGRAM_HEIGHT * count / counts.max(),
            fill=LIGHT["brass"],
        )
        for n, count in enumerate(counts.tolist())
    ]
    axis = element("path", d=f"M {MARGIN} {number(floor)} H {MARGIN + CHART}", stroke=LIGHT["ink"])
    ticks = [
        words(
            format_number(quarter * most / 4, 0, lang),
            MARGIN + quarter * CHART / 4,
            floor + 16,
            12,
            LIGHT["ink"],
            anchor=anchor,
        )
        for quarter, anchor in enumerate(("start", "middle", "middle", "middle", "end"))
    ]
    return [*bars, axis, *ticks]


def _rows(
    rows: Sequence[tuple[str, Estimate]], top: float, scale: Scale, write: Callable[[Estimate], str], colour: str
) -> list[str]:
    """Draw one row an estimate: a bar from the origin, a whisker for the interval, and the number as text."""
    room = CHART - scale.labels - 190

    def place(value: float) -> float:
        within = min(max(value, scale.least), scale.most)
        return MARGIN + scale.labels + room * (within - scale.least) / (scale.most - scale.least)

    parts = []
    for n, (name, estimate) in enumerate(rows):
        middle = top + ROW * n + ROW / 2
        left, right = sorted((place(scale.origin), place(estimate.value)))
        parts += [
            words(name, MARGIN, middle + 4, 13, LIGHT["ink"]),
            element("rect", x=left, y=middle - 7, width=max(right - left, 0.5), height=14, fill=LIGHT[colour]),
            element(
                "path",
                d=f"M {number(place(estimate.low))} {number(middle)} H {number(place(estimate.high))}",
                stroke=LIGHT["ink"],
                stroke_width=2,
            ),
            words(write(estimate), MARGIN + scale.labels + room + 12, middle + 4, 12, LIGHT["ink"]),
        ]
    line = f"M {number(place(scale.origin))} {number(top)} v {ROW * len(rows)}"
    return [*parts, element("path", d=line, stroke=LIGHT["ink"])]


def _round_number(value: int) -> int:
    """Return the next round number that can be divided by four: 4, 8, 20, 40, 80, 200, ..."""
    scale = 1
    while True:
        for step in (4, 8, 20):
            if value <= step * scale:
                return step * scale
        scale *= 10
