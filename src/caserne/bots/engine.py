"""Our bots as engines for other programs: the engine's side of the line protocol, docs/engine-protocol.md."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

import caserne
from caserne.bots.bot import Bot
from caserne.bots.names import bot, is_program
from caserne.bots.protocol import line
from caserne.core.game.errors import CaserneError, InvalidPosition, InvalidSeat
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.game.position import Position


class Engine:
    """A bot that answers lines; it answers invalid ones with an error and goes on."""

    def __init__(self, name: str, say: Callable[[str], None], threads: int = 1) -> None:
        self._name, self._say, self._threads = name, say, threads
        self._bot: Bot | None = None
        self._game: Game[Any] | None = None
        self._seat = 0
        self._events: list[ObservedEvent] = []
        self._knowledge: dict[str, Any] | None = None

    def serve(self, lines: Iterable[str]) -> None:
        """Answer until `quit` or the end of the input."""
        try:
            for text in lines:
                word, _, rest = text.strip().partition(" ")
                if word == "quit":
                    return
                self._answer(word, rest)
        finally:
            if self._bot:
                self._bot.close()

    def _answer(self, word: str, rest: str) -> None:
        answers = {
            "hello": self._hello,
            "game": self._start,
            "event": self._add_event,
            "knowledge": self._keep_knowledge,
            "go": self._move,
        }
        if word not in answers:
            return
        try:
            answers[word](json.loads(rest or "{}"))
        except CaserneError as error:
            self._say("error " + " ".join(error.text().split()))
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            self._say(f"error {word}: {type(error).__name__} {error}")

    def _hello(self, _: dict[str, Any]) -> None:
        self._say(line("hello", {"name": f"caserne {self._name}", "version": caserne.__version__, "knowledge": True}))

    def _start(self, about: dict[str, Any]) -> None:
        game = caserne.game(about["game"], **about["options"])
        if not 0 <= about["seat"] < game.seats:
            raise InvalidSeat.of("unknown_seat", seat=about["seat"], last=game.seats - 1)
        if self._bot:
            self._bot.close()
        warm_up(self._name, game)
        self._game, self._seat, self._events = game, about["seat"], []
        self._bot = bot(self._name, game, int(about.get("seed", 0)), self._threads)
        self._say("ready")

    def _add_event(self, event: dict[str, Any]) -> None:
        revealed = tuple((cell, what) for cell, what in event.get("revealed", ()))
        self._events.append(ObservedEvent(event["actor"], event["move"], revealed))

    def _keep_knowledge(self, knowledge: dict[str, Any]) -> None:
        self._knowledge = knowledge

    def _move(self, request: dict[str, Any]) -> None:
        if self._bot is None or self._game is None:
            raise InvalidPosition.of("engine_no_game")
        observation = self._observation(self._game, request)
        self._knowledge = None
        self._say(f"move {self._bot.move(observation)}")

    def _observation(self, game: Game[Any], request: dict[str, Any]) -> Observation:
        """Build the observation from the seat's knowledge, or from the position if nothing is hidden."""
        if self._knowledge is None and game.about.hidden:
            raise InvalidPosition.of("engine_no_knowledge")
        if self._knowledge is None:
            seen = game.position(request["position"]).view(self._seat)
            view, past = seen.view, seen.past
        else:
            view = np.frombuffer(b64decode(self._knowledge["view"]), game.rules.view).copy()
            past = np.frombuffer(b64decode(self._knowledge["past"]), np.int64).copy()
        if view.size != 1 or int(view[0].actor) != self._seat:
            raise InvalidPosition.of("engine_no_knowledge")
        return Observation(game, self._seat, view, past, game.recall(tuple(self._events), self._seat))


def warm_up(name: str, game: Game[Any]) -> None:
    """Compile what a bot needs before its clock runs: it makes one move in a game of its own."""
    if is_program(name):
        return
    player = bot(f"{name.partition('@')[0]}@1n", game)
    position: Position = game.start()
    while position.in_setup:
        position = position.play(position.random_setup(0))
    while position.actor == "chance":
        position = position.play(position.legal()[0])
    if isinstance(position.actor, int):
        player.move(position.view(position.actor))
