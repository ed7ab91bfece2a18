"""Set-ups of Stratego: played by people, by name, mirrored, and as text in several forms.

>>> mirrored(named("original", "corner"))[30:]
'NSKNENNNBF'
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from caserne.core.game.errors import InvalidMove
from caserne.core.game.words import Sentence
from caserne.games.stratego.army import LETTERS, OWN_SQUARES
from caserne.games.stratego.board import SIZE, SQUARE_NAMES, SQUARES
from caserne.games.stratego.notation import LAKE, setup_squares, wrong_counts
from caserne.games.stratego.options import StrategoOptions
from caserne.games.stratego.rules import BLUE
from caserne.games.stratego.words import WORDS

PEOPLE = Path(__file__).parent / "people"
RANKED = Path(__file__).parent / "ranked"
PLAYED = "people"
"""The library name for a random set-up that somebody has played."""
REINFORCED = "reinforced"
"""The library name for a random one of the mission army, made of those of Barrage."""
VALUED = "valued"
"""The library name for a random one of the set-ups that the network values most, see tools/rank_stratego_setups.py."""
ROWS = OWN_SQUARES // SIZE
CAPITALS = str.maketrans(LETTERS.lower(), LETTERS)

LIBRARY = {
    "original": {
        "bastion": "TKLETKTJLT" + "LGEJTMKLTC" + "CSBNKENBJT" + "ENNTBNBFBB",
        "assault": "MCKTJGKCLT" + "LTJKTLJKLT" + "ESTNEBTEBB" + "NNTNBFBNEB",
        "balance": "TKGTLJTMKT" + "LTSCKECLJE" + "BTNJBBNEKT" + "NLNBFBNTEB",
        "corner": "TKGLTKTMLT" + "LCTETJCLTE" + "BJBBKTJEBB" + "FBNNNENKSN",
        "decoy": "TKJTLGKTCT" + "BLTCMTJLSK" + "BBETJTKELN" + "NBBNNEENFB",
    },
    "mission": {
        "bastion": "T....M...T" + "...N..G..." + "....S..B.." + "N.....BF..",
        "assault": "..MT..TG.." + "...S..N..." + "B........." + "FB....N...",
        "balance": "T...M....T" + ".N..S..G.." + "..B.....N." + ".BF.......",
        "corner": "..T.M..T.." + "...G..S.N." + "B.....N..." + "FB........",
        "decoy": "T..M...G.T" + "..N.S..N.." + "B........." + ".B......F.",
    },
    "barrage": {
        "bastion": "T....M...T" + "......G..." + "....S....." + "N.....BF..",
        "assault": "..MT..TG.." + "...S..N..." + "B........." + "F.........",
        "balance": "T...M....T" + ".N..S..G.." + "..B......." + "..F.......",
        "corner": "..T.M..T.." + "...G..S.N." + "B........." + "F.........",
        "decoy": "T..M...G.T" + "....S..N.." + "B........." + "........F.",
    },
}
"""By army and name; the catalogues describe them under `setup.NAME` and `setup.NAME.note`."""


class InvalidSetup(InvalidMove):
    """The set-up cannot be read, or is not the whole army on its own four ranks."""


def played_by_people(army: str, seed: int | None = None) -> str:
    """Return a random set-up that somebody has played, possibly mirrored, with the flag on the two rear ranks."""
    chance = random.Random(seed)
    setup = chance.choice(with_flag_in_the_rear(army))
    return setup if chance.random() < 0.5 else mirrored(setup)


@cache
def with_flag_in_the_rear(army: str) -> list[str]:
    """Return the set-ups of people whose flag stands on the two rear ranks."""
    return [setup for setup in people(army) if setup.index("F") >= OWN_SQUARES // 2]


def reinforced(seed: int) -> str:
    """Return one of the mission army: one of Barrage, with a bomb more, often beside the flag, and a miner more."""
    setup, chance = list(played_by_people("barrage", seed)), random.Random(seed)
    rear = _free(setup, range(OWN_SQUARES // 2, OWN_SQUARES))
    beside = _free(setup, _neighbours(setup.index("F")))
    setup[chance.choice(beside if beside and chance.random() < 0.5 else rear)] = "B"
    setup[chance.choice(_free(setup, range(SIZE, OWN_SQUARES)))] = "N"
    return "".join(setup)


def _free(setup: list[str], places: Iterable[int]) -> list[int]:
    return [place for place in places if setup[place] == "."]


def _neighbours(place: int) -> list[int]:
    """Return the places beside, in front of and behind one, within the own ranks."""
    row, file = divmod(place, SIZE)
    around = [(row - 1, file), (row + 1, file), (row, file - 1), (row, file + 1)]
    return [SIZE * row + file for row, file in around if row in range(ROWS) and file in range(SIZE)]


@cache
def people(army: str) -> list[str]:
    """Return the set-ups that people have played with an army."""
    path = PEOPLE / f"{army}.txt"
    if not path.exists():
        known = ", ".join(sorted(other.stem for other in PEOPLE.glob("*.txt")))
        raise InvalidSetup(WORDS("setup.no_people", army=army, armies=known))
    return _read(path)


@cache
def valued(army: str) -> list[str]:
    """Return the set-ups that the network values most, the best first; none if they were not ranked."""
    path = RANKED / f"{army}.txt"
    return _read(path) if path.exists() else []


def _read(path: Path) -> list[str]:
    return [line for line in path.read_text("ascii").splitlines() if not line.startswith("#")]


def mirrored(setup: str) -> str:
    """Return the set-up with left and right exchanged."""
    return "".join(setup[row : row + SIZE][::-1] for row in range(0, OWN_SQUARES, SIZE))


def named(army: str, name: str) -> str:
    """Return a set-up of the library by name."""
    if name not in LIBRARY[army]:
        raise InvalidSetup(WORDS("setup.unknown", name=name, names=", ".join(LIBRARY[army])))
    return LIBRARY[army][name]


def library_setup(army: str, name: str, seed: int) -> str:
    """Return a set-up by one of the names of `titles`."""
    if name == VALUED and valued(army):
        return random.Random(seed).choice(valued(army))
    if name == REINFORCED and army == "mission":
        return reinforced(seed)
    return played_by_people(army, seed) if name == PLAYED else named(army, name)


def titles(army: str) -> dict[str, Sentence]:
    """Return the titles and notes of the library's set-ups by name."""
    found = {
        name: WORDS("setup.titled", title=WORDS(f"setup.{name}"), note=WORDS(f"setup.{name}.note"))
        for name in LIBRARY[army]
    }
    if (PEOPLE / f"{army}.txt").exists():
        found[PLAYED] = WORDS("setup.people")
    if army == "mission":
        found[REINFORCED] = WORDS("setup.reinforced")
    if valued(army):
        found[VALUED] = WORDS("setup.valued")
    return found


def export_text(setup: str) -> str:
    """Write a set-up as four lines, front rank first, as its owner sees it."""
    return "\n".join(setup[row : row + SIZE] for row in range(0, OWN_SQUARES, SIZE))


def import_text(text: str, army: str = "original", seat: int = 0) -> str:
    """Read a set-up from forty signs, four lines of ten, or a whole board of ten lines or ranks; case is ignored.

    Raises InvalidSetup with what is missing, or the square of a misplaced piece.
    """
    rows = text.replace("/", "\n").split()
    if len(rows) == 1:
        if len(rows[0]) != OWN_SQUARES:
            raise InvalidSetup(WORDS("wrong_length", count=len(rows[0])))
        rows = export_text(rows[0]).split()
    if len(rows) not in (ROWS, SIZE):
        raise InvalidSetup(WORDS("setup.wrong_count", count=len(rows)))
    for number, row in enumerate(rows, 1):
        if len(row) != SIZE:
            raise InvalidSetup(WORDS("setup.wrong_rows", row=number, count=len(row)))
    rows = [row.translate(CAPITALS) for row in rows] if len(rows) == ROWS else _own_ranks(rows, seat)
    setup = "".join(rows)
    for square, letter in zip(setup_squares(seat), setup, strict=True):
        if letter not in LETTERS:
            raise InvalidSetup(WORDS("setup.letter", letter=letter, square=SQUARE_NAMES[square], letters=LETTERS[1:]))
    wrong = wrong_counts(setup, StrategoOptions(army=army).pack())
    if wrong:
        raise InvalidSetup(WORDS("setup.army", wrong=wrong))
    return setup


def _own_ranks(rows: list[str], seat: int) -> list[str]:
    """ST-2: return the four own rows of a board of ten ranks, from rank 10 down; enemy pieces are ignored."""
    signs = {(SIZE - 1 - row) * SIZE + file: sign for row, line in enumerate(rows) for file, sign in enumerate(line)}
    own = setup_squares(seat)
    for square in range(SQUARES):
        sign = signs[square]
        is_own = sign.isalpha() and sign.islower() == (seat == BLUE)
        if is_own and square not in own:
            raise InvalidSetup(WORDS("setup.outside", square=SQUARE_NAMES[square], seat=WORDS(f"seat.{seat}")))
    return [signs[square].translate(CAPITALS).replace(LAKE, ".") for square in own]
