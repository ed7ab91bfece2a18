"""Let a room learn to value its positions: `python tools/learn_value.py GAME FOLDER [--games N] [--write]`.

For a game of two seats whose room has `learned.py`: what a small network reads of a position (`fill_inputs`), for the
side to move, and its sizes (`INPUTS`, `HIDDEN`). A bot plays itself, now and then another move than its best, and the
network learns from all positions, those before a die included, what became of them: the result of the game, mixed with
what the search thought. From moves that were not made it learns what the search thinks of them. The first input, the
log odds by the room's own evaluation, is added to its output, so that it learns a correction.

Games are kept in FOLDER; the same command goes on with them. A further round of games, by another bot or from another
seed, can be kept there too: the network learns from all that the folder has, and from the games of other folders
(`--also`), as those of an adversary (`tools/exploit_value.py`). With `--write` the room's `value_net.py` is written
anew. The same arguments give the same network, however many processes share the games.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

import caserne
from caserne.bots.bot import Analysis
from caserne.bots.names import bot
from caserne.bots.workers import run_tasks
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.core.game.registry import rooms
from caserne.core.kernel.compiled import kernel
from caserne.core.kernel.dense import encode
from fit_network import Positions, fit

Array = np.ndarray[Any, np.dtype[np.float32]]
Rows = dict[str, Array]

CHUNK = 20
"""Games of one file."""
OTHER_MOVES = 0.12
"""The share of moves that are drawn by the visits of the search, among the best `CHOICES`."""
CHOICES = 8
HELD_BACK = 10
"""Every tenth file is not learned from."""
FEWEST_GAMES = HELD_BACK * CHUNK
"""Nine files to learn from, and one that is held back."""


@dataclass(frozen=True)
class Chunk:
    """Games of a bot against itself."""

    game: str
    options: tuple[str, ...]
    """One of them, as K=V, in half of the games."""
    bot: str
    aside: float
    """How often any other move is looked at as well."""
    seed: int


def main() -> None:
    arguments = read_arguments()
    room = learned_module(arguments.game)
    chunks = [
        Chunk(arguments.game, tuple(arguments.option), arguments.bot, arguments.aside, arguments.seed + number)
        for number in range(arguments.games // CHUNK)
    ]
    play_missing(chunks, arguments.folder, arguments.jobs)
    layers = fit(
        *learning_and_held_back([file for folder in (arguments.folder, *arguments.also) for file in games_in(folder)]),
        room.HIDDEN,
        mixed=arguments.mixed,
        epochs=arguments.epochs,
        seed=arguments.seed,
    )
    if arguments.write:
        write(Path(str(room.__file__)).with_name("value_net.py"), layers)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=rooms_that_learn())
    parser.add_argument("folder", type=Path, help="for the games; each room needs one of its own")
    parser.add_argument("--also", type=Path, action="append", default=[], help="learn from this folder's games, too")
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--bot", default="mcts@150n", help="who plays; a budget of nodes gives the same again")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="in half of the games, one of these"
    )
    parser.add_argument("--aside", type=float, default=0.5, help="how often to look at any other move as well")
    parser.add_argument("--mixed", type=float, default=0.5, help="the weight of what the search thought")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if arguments.games < FEWEST_GAMES:
        parser.error(f"--games: at least {FEWEST_GAMES} are needed")
    for folder in arguments.also:
        if not games_in(folder):
            parser.error(f"--also: {folder} has no games")
    return arguments


def play_missing(chunks: Sequence[Chunk], folder: Path, jobs: int) -> None:
    """Play the chunks that the folder does not have."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [chunk for chunk in chunks if not file_of(chunk, folder).exists()]
    done = 0

    def tell(*_: Any) -> None:
        nonlocal done
        done += 1
        print(f"\r{done * CHUNK} of {len(missing) * CHUNK} games", end="", file=sys.stderr, flush=True)

    run_tasks(partial(play_chunk, folder=folder), missing, jobs, on_done=tell)
    print(file=sys.stderr)


def games_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.npz"))


def file_of(chunk: Chunk, folder: Path) -> Path:
    return folder / f"{chunk.bot.replace(':', '-')}-{chunk.seed}.npz"


def play_chunk(chunk: Chunk, folder: Path) -> None:
    """Play the games of a chunk and keep what the network may learn from them."""
    drawn = np.random.default_rng(chunk.seed)
    played = [play_game(*game_and_players(chunk, drawn), drawn, chunk.aside) for _ in range(CHUNK)]
    save(file_of(chunk, folder), [rows for game in played for rows in game.rows])


def save(file: Path, parts: Sequence[Rows], **more: Array) -> None:
    """Write columns to a file, which is there only when it is complete."""
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    unfinished = file.with_name(f"{os.getpid()}.part")
    with unfinished.open("wb") as written:
        np.savez_compressed(written, **columns, **more)
    unfinished.rename(file)


class Line:
    """Positions that follow each other, with what a search thought of them, for the first seat."""

    def __init__(self, game: Game[Any]) -> None:
        room = learned_module(game.id)
        self._o, self._fill, self._size = game.o, kernel(room.fill_inputs), room.INPUTS
        self._inputs: list[Array] = []
        self._signs: list[int] = []
        self._values: list[float | None] = []

    def add(self, position: Position, value: float | None) -> None:
        """Add a position; before a die there is no value."""
        state = position.scratch()[0][0]
        inputs = np.zeros(self._size, np.float32)
        self._fill(self._o, state, inputs)
        self._inputs.append(inputs)
        self._signs.append(-1 if state.to_move else 1)
        self._values.append(value)

    def rows(self, result: float) -> Rows:
        """Return what to learn from all positions, each for its side to move, by how the line ended."""
        signs, values = np.array(self._signs), np.array(list(carried_back(self._values, result)))
        return {
            "inputs": np.array(self._inputs, np.float16).reshape(-1, self._size),
            "results": chances(signs * result),
            "searched": chances(signs * values),
        }


class Player(Protocol):
    """Somebody who thinks about a position."""

    def analyse(self, observation: Observation, /) -> Analysis: ...


class Played(NamedTuple):
    """A game that has ended."""

    rows: list[Rows]
    """What to learn from it, and from moves that were not made."""
    returns: tuple[float, ...]


def game_and_players(chunk: Chunk, drawn: np.random.Generator) -> tuple[Game[Any], list[Player]]:
    """Return a game with one of the options or none, and a bot for both seats."""
    chosen = [drawn.choice(chunk.options)] if chunk.options and drawn.random() < 0.5 else []
    game = caserne.game(chunk.game, **dict(option.split("=", 1) for option in chosen))
    return game, [bot(chunk.bot, game, int(drawn.integers(2**31)))] * 2


def play_game(
    game: Game[Any],
    players: Sequence[Player],
    drawn: np.random.Generator,
    aside: float = 0.0,
    other_moves: float = OTHER_MOVES,
) -> Played:
    """Play one game from a random set-up."""
    position, line, rows = game.start(), Line(game), []
    while position.actor is not None:
        if position.in_setup:
            position = position.play(position.random_setup(int(drawn.integers(2**31))))
        elif position.actor == "chance":
            line.add(position, None)
            position = position.play(str(drawn.choice(position.legal())))
        else:
            player = players[int(position.actor)]
            if aside and drawn.random() < aside:
                rows += look_aside(position, player, drawn)
            analysis = player.analyse(position.view(position.actor))
            line.add(position, for_first_seat(analysis, position))
            position = position.play(move_of(analysis, drawn, other_moves))
    returns = position.returns()
    assert returns
    return Played([*rows, line.rows(returns[0])], returns)


def look_aside(position: Position, player: Player, drawn: np.random.Generator) -> Iterator[Rows]:
    """Make any legal move and let the search say what it led to: a network must know bad moves, too."""
    line = Line(position.game)
    position = position.play_action(int(drawn.choice(position.legal_actions())))
    while position.actor == "chance":
        line.add(position, None)
        position = position.play(str(drawn.choice(position.legal())))
    if isinstance(position.actor, int):
        value = for_first_seat(player.analyse(position.view(position.actor)), position)
        line.add(position, value)
        yield line.rows(value)


def for_first_seat(analysis: Analysis, position: Position) -> float:
    return -analysis.value if position.actor else analysis.value


def rooms_that_learn() -> list[str]:
    return [name for name, room in rooms().items() if find_spec(f"{room}.learned")]


def learned_module(game_id: str) -> Any:
    return import_module(f"{rooms()[game_id]}.learned")


def move_of(analysis: Analysis, drawn: np.random.Generator, other_moves: float) -> str:
    """Return the best move, or now and then another good one."""
    best = analysis.candidates[:CHOICES]
    if len(best) == 1 or drawn.random() >= other_moves:
        return best[0].move
    weights = np.array([candidate.weight for candidate in best]) + 1e-3
    return best[int(drawn.choice(len(best), p=weights / weights.sum()))].move


def carried_back(values: Sequence[float | None], result: float) -> Iterator[float]:
    """Give a position before a die, of which no search has thought, the value after it."""
    found, later = [], result
    for value in reversed(values):
        later = later if value is None else value
        found.append(later)
    return reversed(found)


def chances(values: Array) -> Array:
    """Turn values from -1 to 1 into chances."""
    return ((np.asarray(values, np.float32) + 1) / 2).astype(np.float32)


def learning_and_held_back(files: Sequence[Path]) -> tuple[Positions, Positions]:
    """Return the positions of the files to learn from, and of those that are held back."""
    learning = [file for number, file in enumerate(files) if number % HELD_BACK]
    return gathered(learning), gathered(files[::HELD_BACK])


def gathered(files: Sequence[Path]) -> Positions:
    """Return all positions of some files."""
    chunks = [np.load(file) for file in files]
    return Positions(
        *(
            np.concatenate([chunk[name] for chunk in chunks]).astype(np.float32)
            for name in ("inputs", "results", "searched")
        )
    )


def write(file: Path, layers: list[Array]) -> None:
    """Write the network into its room."""
    text, width = encode(layers), 100
    lines = "\n".join(f'    "{text[start : start + width]}"' for start in range(0, len(text), width))
    document = (
        '"""The numbers of the network of `learned.py`, written by `tools/learn_value.py` as docs/bots.md says."""\n'
    )
    file.write_text(f"{document}\nNETWORK = (\n{lines}\n)\n", "utf-8")


if __name__ == "__main__":
    main()
