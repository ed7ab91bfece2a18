"""Options and presets as data for a form that is filled in before a match. No Numba here."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, get_type_hints

from caserne.core.game.board_form import BoardForm
from caserne.core.game.errors import InvalidOption
from caserne.core.game.registry import about, options_class, words_of
from caserne.core.game.words import SHARED_WORDS, Words

RULEBOOK = "rulebook"
"""The preset that every game has: all options at their defaults."""
PRESETS = (RULEBOOK, "tournament", "first")
"""The presets that a room may have, in display order."""


@dataclass(frozen=True)
class Choice:
    """One value that an option can take."""

    value: str
    title: str


@dataclass(frozen=True)
class OptionForm:
    """One option, for people who fill in a form."""

    name: str
    title: str
    help: str
    """One sentence that says what it changes."""
    rule: str
    """The id of the rule that it changes."""
    kind: str
    """`switch`, `number`, `choice`, `text` (a choice or any text) or `board` (the same, with a board editor)."""
    default: bool | int | str
    choices: tuple[Choice, ...] = ()
    least: int | None = None
    most: int | None = None
    off: int | None = None
    """The number that switches it off, if any."""
    own: str = ""
    """How to write a value that is not among the choices."""


@dataclass(frozen=True)
class PresetForm:
    """Several options set at once, under a name."""

    name: str
    title: str
    help: str
    options: Mapping[str, bool | int | str]
    """The values it sets; other options keep their defaults."""


def option_forms(game_id: str, lang: str) -> list[OptionForm]:
    """Return the options of a game in the order of its room."""
    kinds = get_type_hints(options_class(game_id))
    words, letters, board = words_of(game_id), about(game_id).rules, board_form(game_id)
    return [
        _option_form(field, _kind(field, kinds[field.name], board), words, letters, lang)
        for field in dataclasses.fields(options_class(game_id))
    ]


def _kind(field: dataclasses.Field[Any], kind: type[Any], board: BoardForm | None) -> str:
    if kind in (bool, int):
        return "switch" if kind is bool else "number"
    if board and board.option == field.name:
        return "board"
    return "text" if field.metadata["free_text"] else "choice"


def _option_form(field: dataclasses.Field[Any], kind: str, words: Words, letters: str, lang: str) -> OptionForm:
    facts = field.metadata
    is_number = kind == "number"
    default: Any = field.default
    return OptionForm(
        name=field.name,
        title=words(f"option.{field.name}.title").text(lang),
        help=words(f"option.{field.name}").text(lang),
        rule=f"{letters}-{facts['rule']}",
        kind=kind,
        default=default,
        choices=tuple(Choice(value, words(f"option.{field.name}.{value}").text(lang)) for value in facts["choices"]),
        least=facts["least"] if is_number else None,
        most=facts["most"] if is_number else None,
        off=facts["off"] if is_number else None,
        own=words(f"option.{field.name}.own").text(lang) if kind == "text" else "",
    )


def board_form(game_id: str) -> BoardForm | None:
    """Return the form of a game's custom boards; None if it has none."""
    declared: BoardForm | None = _beside_options(game_id, "BOARD", None)
    return declared


def presets(game_id: str) -> dict[str, dict[str, Any]]:
    """Return the presets of a game by name; a room declares its own as `PRESETS` beside its options."""
    declared = _beside_options(game_id, "PRESETS", {})
    return {name: dict(declared.get(name, {})) for name in PRESETS if name == RULEBOOK or name in declared}


def preset(game_id: str, name: str) -> dict[str, Any]:
    """Return the options that a preset sets."""
    found = presets(game_id)
    if name not in found:
        raise InvalidOption.of("unknown_preset", preset=name, presets=", ".join(found), field="preset")
    return found[name]


def preset_forms(game_id: str, lang: str) -> list[PresetForm]:
    """Return the presets of a game with their titles."""
    words = words_of(game_id)
    return [
        PresetForm(
            name,
            SHARED_WORDS(f"preset.{name}").text(lang),
            (SHARED_WORDS("preset.rulebook.help") if name == RULEBOOK else words(f"preset.{name}")).text(lang),
            options,
        )
        for name, options in presets(game_id).items()
    ]


def _beside_options(game_id: str, name: str, default: Any) -> Any:
    return getattr(import_module(options_class(game_id).__module__), name, default)
