"""`caserne games` and `caserne rules`: what there is, and how it is played."""

from __future__ import annotations

import sys
from dataclasses import fields
from typing import Annotated, Any

import typer

from caserne.cli.common import GameId, Json, Lang, example, print_json
from caserne.core.registry import about, options_class, rooms
from caserne.core.words import default_language


def add_to(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command()(games)
    app.command(epilog=example("rules {game} --rule {rules}-1 --lang en"))(rules)


def games(as_json: Json = False, lang: Lang = None) -> None:
    """List the games, their options and defaults."""
    lang = lang or default_language()
    described = [_describe(game_id, lang) for game_id in rooms()]
    if as_json:
        print_json(described)
        return
    for number, game in enumerate(described):
        seats = " - ".join(str(count) for count in sorted(set(game["seats"])))
        print(f"{'' if number == 0 else chr(10)}{game['id']}: {game['titles'][lang]}")
        print(f"  {game['designer']} · {_people(seats, lang)} · {game['minutes']} min")
        for option in game["options"]:
            print(f"  --option {option['name']}={option['default']}  ({option['rule']}) {option['help']}")


def rules(
    game: GameId,
    lang: Lang = None,
    rule: Annotated[str | None, typer.Option("--rule", metavar="ID", help="One rule only, by its id.")] = None,
    as_json: Json = False,
) -> None:
    """Print the rulebook of a game, in our own words."""
    from caserne.core.rulebook import Rulebook

    lang = lang or default_language()
    book = Rulebook.read(game, lang)
    sections = [book.section(rule)] if rule else book.sections
    if as_json:
        print_json([{"rule": section.rule, "title": section.title, "text": section.text} for section in sections])
        return
    text = sections[0].markdown if rule else book.markdown
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        print(text.rstrip())


def _describe(game_id: str, lang: str) -> dict[str, Any]:
    page = about(game_id)
    words = _option_words(game_id)
    options = [
        {
            "name": field.name,
            "default": str(field.default).lower() if isinstance(field.default, bool) else field.default,
            "rule": f"{page.rules}-{field.metadata['rule']}",
            "choices": list(field.metadata["choices"]),
            "help": words(f"option.{field.name}").text(lang),
        }
        for field in fields(options_class(game_id))
    ]
    return {
        "id": page.id,
        "titles": dict(page.titles),
        "designer": page.designer,
        "publisher": page.publisher,
        "year": page.year,
        "seats": list(page.seats),
        "minutes": page.minutes,
        "age": page.age,
        "options": options,
    }


def _option_words(game_id: str) -> Any:
    from importlib import import_module

    return import_module(f"{rooms()[game_id]}.words").WORDS


def _people(seats: str, lang: str) -> str:
    return f"{seats} joueurs" if lang == "fr" else f"{seats} players"
