"""The options of a game: a frozen dataclass per room, read from text or values and packed for the rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, get_type_hints

import numpy as np

from caserne.core.game.errors import InvalidOption
from caserne.core.kernel.layout import options_dtype


def option(
    default: Any,
    *,
    rule: int,
    choices: tuple[str, ...] = (),
    least: int = 0,
    most: int = 2**31 - 1,
    off: int | None = None,
    free_text: bool = False,
) -> Any:
    """Declare a field of a room's options.

    `rule` is the number of the rule that it changes. A number lies between `least` and `most`, or is `off`. A text is
    one of `choices`, or with `free_text` anything that the room's `resolved` accepts (a map, a layout); the command
    line also accepts the name of a file that holds it.
    """
    facts = {"rule": rule, "choices": choices, "least": least, "most": most, "off": off, "free_text": free_text}
    return dataclasses.field(default=default, metadata=facts)


@dataclass(frozen=True)
class Options:
    """The options chosen for a game, compared by value."""

    SEATS: ClassVar[int] = 2
    """The number of seats that `pack` writes."""

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Read options by name, also from texts such as `"true"` or `"3"`; InvalidOption if a name is unknown."""
        kinds = get_type_hints(cls)
        fields = {field.name: field for field in dataclasses.fields(cls)}
        for name in values:
            if name not in fields:
                raise InvalidOption.of("unknown_option", option=name, options=", ".join(fields) or "-")
        return cls(**{name: _read_value(fields[name], kinds[name], value) for name, value in values.items()}).resolved()

    def resolved(self) -> Self:
        """Replace names such as "random", or of a map that ships with the game, by the values they stand for.

        A room that has such names, or values that must be checked together (InvalidOption), overrides this.
        """
        return self

    def pack(self) -> np.record:
        """Return the record `o` that the rules read.

        By default: the number of seats and one field an option, a switch as a truth value and a choice as its index. A
        room whose rules need more overrides this.
        """
        o: np.record = np.zeros(1, self._record_dtype())[0]
        o.seats = self.SEATS
        for field in dataclasses.fields(self):
            value, choices = getattr(self, field.name), field.metadata["choices"]
            o[field.name] = choices.index(value) if choices else value
        return o

    @classmethod
    def _record_dtype(cls) -> np.dtype[Any]:
        """Return the dtype of the record that `pack` makes by default."""
        kinds = get_type_hints(cls)
        names = [field.name for field in dataclasses.fields(cls)]
        return options_dtype(*((name, np.bool_ if kinds[name] is bool else np.int32) for name in names))

    def as_dict(self) -> dict[str, Any]:
        """Return all values by name, defaults included."""
        return dataclasses.asdict(self)


@dataclass(frozen=True)
class NoOptions(Options):
    """The options of a room without `options.py`: a game for two with nothing to choose."""


def _read_value(field: dataclasses.Field[Any], kind: type[Any], value: Any) -> Any:
    facts = field.metadata
    if kind is bool:
        return _read_switch(field.name, value)
    if kind is int:
        return _read_number(field.name, value, facts["least"], facts["most"], facts["off"])
    if not isinstance(value, str):
        raise InvalidOption.of("option_text", option=field.name, value=value)
    if value not in facts["choices"] and not facts["free_text"]:
        raise InvalidOption.of("option_choice", option=field.name, value=value, choices=", ".join(facts["choices"]))
    return value


def _read_switch(name: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return bool(value == "true")
    raise InvalidOption.of("option_switch", option=name, value=value)


def _read_number(name: str, value: Any, least: int, most: int, off: int | None) -> int:
    try:
        number = None if isinstance(value, (bool, float)) else int(value)
    except (TypeError, ValueError):
        number = None
    if number is None:
        raise InvalidOption.of("option_number", option=name, value=value)
    if number != off and not least <= number <= most:
        key = "option_range" if off is None else "option_range_or_off"
        raise InvalidOption.of(key, option=name, value=number, least=least, most=most, off=off)
    return number
