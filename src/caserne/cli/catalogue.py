"""`caserne games` and `caserne rules`: the list of games, and their rulebooks."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Annotated, Any

import typer

from caserne.cli.common import GameId, Json, Lang, example, print_json
from caserne.core.game.option_forms import option_forms, preset_forms
from caserne.core.game.registry import about, rooms
from caserne.core.game.words import default_language


def add_to(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command()(games)
    app.command(epilog=example("rules {game} --rule {rules}-1 --lang en"))(rules)


def games(as_json: Json = False, lang: Lang = None) -> None:
    """List the games, their options and defaults."""
    lang = lang or default_language()
    described = [page for game_id in rooms() if (page := _describe_or_report(game_id, lang))]
    if as_json:
        print_json(described)
        return
    for number, game in enumerate(described):
        seats = " - ".join(str(count) for count in sorted(set(game["seats"])))
        print(f"{'' if number == 0 else chr(10)}{game['id']}: {game['titles'][lang]}")
        print(f"  {game['designer']} · {_people(seats, lang)} · {game['minutes']} min")
        for option in game["options"]:
            values = f" [{' | '.join(option['choices'])}]" if option["choices"] else ""
            print(f"  --option {option['name']}={option['default']}{values}  ({option['rule']}) {option['help']}")
        for preset in game["presets"]:
            print(f"  {preset['title']} ({preset['name']}) · {preset['help']}")


def rules(
    game: GameId,
    lang: Lang = None,
    rule: Annotated[str | None, typer.Option("--rule", metavar="ID", help="One rule only, by its id.")] = None,
    as_json: Json = False,
) -> None:
    """Print the rulebook of a game, in our own words."""
    from caserne.core.game.rulebook import Rulebook
    from caserne.draw.rulebook_text import book_text, page_text

    lang = lang or default_language()
    book = Rulebook.read(game, lang)
    sections = [book.section(rule)] if rule else book.sections
    if as_json:
        print_json([{"rule": section.rule, "title": section.title, "text": section.text} for section in sections])
        return
    text = page_text(sections[0].markdown, game, lang) if rule else book_text(book, game, lang)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        print(text.rstrip())


def _describe_or_report(game_id: str, lang: str) -> dict[str, Any] | None:
    """Describe a game; if its room is broken, say so on stderr instead, and let the others be listed."""
    from caserne.core.game.room_errors import left_out

    try:
        return _describe(game_id, lang)
    except Exception as error:
        print(f"caserne: {left_out(game_id, error).text(lang)}", file=sys.stderr)
        return None


def _describe(game_id: str, lang: str) -> dict[str, Any]:
    page = about(game_id)
    options = [
        {
            "name": form.name,
            "title": form.title,
            "kind": form.kind,
            "default": str(form.default).lower() if isinstance(form.default, bool) else form.default,
            "rule": form.rule,
            "choices": [choice.value for choice in form.choices],
            "help": form.help,
        }
        for form in option_forms(game_id, lang)
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
        "presets": [asdict(form) for form in preset_forms(game_id, lang)],
    }


def _people(seats: str, lang: str) -> str:
    return f"{seats} joueurs" if lang == "fr" else f"{seats} players"
