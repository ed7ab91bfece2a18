"""ST-18: each player sees what the rule allows and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from stratego_drawing import START, piece_on, placed, position

import caserne
from caserne.core.game.position import Position
from caserne.core.match.match import Match
from caserne.games.stratego.army import ARMIES, BOMB, KINDS, LETTERS
from caserne.games.stratego.board import FAR_BIT, NEAR_BIT
from caserne.games.stratego.rules import DARK, KIND, KNOWN, MOVED, forget, owner, toggle


def started(seed: int, **options: object) -> Position:
    start = caserne.game("stratego", **options).start()
    start = start.play(start.random_setup(2 * seed))
    return start.play(start.random_setup(2 * seed + 1))


def test_ST_18_of_enemy_pieces_only_their_squares_are_seen():
    assert str(position(START).view(seat=0)) == (
        "/".join(["??????????"] * 4) + "/..~~..~~../..~~..~~../TTBNJLKKLJ/KTSTNBBTEC/BTFBNBENTK/LJECGTENML r"
    )
    assert str(position(START).view(seat=1)) == (
        "bgntnnlbtb/etectblejl/lnsnbketkm/tjcfbtktkj/..~~..~~../..~~..~~../" + "/".join(["??????????"] * 4) + " r"
    )
    assert str(position(START).view(seat=None)).count("?") == 80


def test_ST_18_a_piece_that_has_moved_is_marked():
    after = placed("Me4 Gf4 nb9 nc9").play_all("e4-e5 b9-b8")
    assert [piece_on(str(after.view(seat=1)), square) for square in ("e5", "f4", "a1")] == ["!", "?", "?"]
    assert [piece_on(str(after.view(seat=0)), square) for square in ("b8", "c9", "j10")] == ["!", "?", "?"]


def test_ST_18_more_than_one_square_in_a_move_proves_a_scout():
    board = placed("Te4 Td3 nb9")
    near, far = board.play("e4-e5"), board.play("e4-e6")
    assert piece_on(str(near.view(seat=1)), "e5") == "!"
    assert piece_on(str(far.view(seat=1)), "e6") == "T"
    assert piece_on(str(far.view(seat=None)), "e6") == "T"
    assert far.game.event_for(board, "e4-e6", far, seat=1).revealed == (("e6", "T"),)
    assert near.game.event_for(board, "e4-e5", near, seat=1).revealed == ()


def test_ST_18_kinds_deducible_by_counting_stay_hidden():
    board = placed("Me4 fj10", army="barrage")
    assert piece_on(str(board.view(seat=1)), "a1") == "?"
    assert piece_on(str(placed("Me4 nb9", "r").view(seat=1)), "e4") == "?"


def test_ST_18_everything_is_revealed_once_the_game_is_over():
    after = placed("Mj9 Gc3 jb2").play("j9-j10")
    assert {str(after.view(seat)) for seat in (0, 1, None)} == {str(after)}


def test_ST_18_a_spectator_sees_what_both_players_know():
    after = placed("Ce4 le5 Ja9 jb2").play("e4-e5")
    assert [piece_on(str(after.view(None)), square) for square in ("e5", "a9", "b2", "a1")] == ["C", "?", "?", "?"]


def test_ST_18_memory_hides_a_shown_piece_after_the_next_move_of_the_player_who_saw_it():
    shown = placed("Le4 ce5 Ja9 jb2 Gh2", memory=True).play("e4-e5")
    seen_by_red = [shown, shown.play("b2-b3"), shown.play_all("b2-b3 h2-h3")]
    assert [piece_on(str(after.view(0)), "e5") for after in seen_by_red] == ["c", "c", "?"]
    assert piece_on(str(shown.play_all("b2-b3 h2-h3").view(1)), "e5") == "c"
    won = placed("Ce4 le5 Ja9 jb2", memory=True).play("e4-e5")
    assert [piece_on(str(after.view(1)), "e5") for after in (won, won.play("b2-b3"))] == ["C", "!"]
    assert [piece_on(str(after.view(None)), "e5") for after in (won, won.play("b2-b3"))] == ["C", "!"]
    assert piece_on(str(won.play("b2-b3")), "e5") == "C"


def test_ST_18_without_the_option_what_was_shown_stays():
    won = placed("Ce4 le5 Ja9 jb2", memory=False).play_all("e4-e5 b2-b3 a9-a8")
    assert piece_on(str(won.view(1)), "e5") == "C"


@pytest.mark.parametrize("seat", range(2))
def test_ST_18_memory_hides_every_piece_of_one_seat(seat):
    pieces = position(START)._state.copy().view(np.recarray)[0].pieces
    state = SimpleNamespace(pieces=pieces | KNOWN)
    forget(state, seat)
    assert [bool(code & DARK) for code in state.pieces[1:]] == [seat == 0] * 40 + [seat == 1] * 40


def test_ST_18_memory_shows_a_piece_again_that_fights_again():
    again = placed("Ce4 le5 lf5 Ja9 jb2", memory=True).play_all("e4-e5 b2-b3 e5-f5")
    assert piece_on(str(again.view(1)), "f5") == "C"


def test_ST_18_with_memory_sampled_worlds_keep_what_was_shown():
    view = placed("Ce4 le5 Ja9 jb2", memory=True).play_all("e4-e5 b2-b3").view(1)
    assert {piece_on(view.sample(seed), "e5") for seed in range(10)} == {"C"}


def test_ST_18_in_a_match_set_ups_stay_sealed_and_attacks_are_revealed():
    match = Match(caserne.game("stratego", army="barrage"))
    red, blue = "T" + "." * 29 + "FMGNTSB...", "T" + "." * 29 + "FMGNTSB..."
    match.submit(1, blue)
    match.submit(0, red)
    match.submit(0, "a4-a5")
    match.submit(1, "j7-a7")
    match.submit(0, "a5-a7")
    events = match.view(1).events
    assert [event.move for event in events] == [None, blue, "a4-a5", "j7-a7", "a5-a7"]
    assert [event.revealed for event in events] == [(), (), (), (("a7", "t"),), (("a5", "T"), ("a7", "t"))]
    assert [event.move for event in match.view(None).events][:2] == [None, None]


# Property: hidden kinds change nothing that a seat learns.


def learned_by(board: Position, seat: int, moves: list[str]) -> bytes:
    """Return all that a seat learns of a position, as bytes."""
    view = board.view(seat)
    refusals = [board.explain(move, lang) for move in moves for lang in ("fr", "en")] if board.actor == seat else []
    warnings = [board.warnings(move, "fr") for move in view.legal()]
    scene = repr(board.game.scene(view, "fr").as_json())
    return repr((view.view.tobytes(), view.past.tobytes(), str(view), view.legal(), scene, refusals, warnings)).encode()


def with_swapped_kinds(board: Position, seat: int, chance: random.Random) -> Position:
    """Return the position with hidden kinds of the seat's enemy swapped among pieces that could be either."""
    state = board._copy_state()
    s = state[0]
    squares = [square for square in range(100) if s.board[square] and owner(int(s.board[square])) != seat]
    hidden = [square for square in squares if not s.pieces[s.board[square]] & KNOWN]
    for _ in range(20):
        one, other = chance.choice(hidden), chance.choice(hidden)
        pieces = [int(s.board[square]) for square in (one, other)]
        kinds = [int(s.pieces[piece]) & KIND for piece in pieces]
        if any(s.pieces[piece] & MOVED and kind >= BOMB for piece, kind in zip(pieces, kinds[::-1], strict=True)):
            continue
        for square, piece, kind in zip((one, other), pieces, kinds[::-1], strict=True):
            toggle(s, NEAR_BIT[square], FAR_BIT[square], piece)
            s.pieces[piece] = (int(s.pieces[piece]) & ~KIND) | kind
            toggle(s, NEAR_BIT[square], FAR_BIT[square], piece)
            if one == other:
                break
    return Position(board.game, state, board._past)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_ST_18_swapping_hidden_kinds_changes_nothing_that_a_seat_learns(seed):
    chance = random.Random(seed)
    army, memory = ["original", "original", "mission"][seed % 3], seed % 4 == 3
    board = started(seed, army=army, memory=memory, two_square=2 + seed % 2)
    squares = [file + str(rank) for rank in range(1, 11) for file in "abcdefghij"]
    for ply in range(150):
        if board.actor is None:
            break
        if ply % 5 == 0:
            moves = [f"{chance.choice(squares)}-{chance.choice(squares)}" for _ in range(8)]
            for seat in (0, 1):
                sampled = with_swapped_kinds(board, seat, chance)
                assert learned_by(sampled, seat, moves) == learned_by(board, seat, moves)
                check_quiet_moves(board, sampled, seat)
        board = board.play(chance.choice(board.legal()))


def check_quiet_moves(board: Position, sampled: Position, seat: int) -> None:
    """Check that an enemy step that both boards allow reveals the same to the seat."""
    if board.actor != 1 - seat:
        return
    steps = [move for move in set(board.legal()) & set(sampled.legal()) if is_quiet_step(board, move)]
    for move in sorted(steps)[:2]:
        after = [each.play(move) for each in (board, sampled)]
        if all(each.actor is not None for each in after):
            assert after[0].view(seat) == after[1].view(seat)
            assert len({board.game.event_for(board, move, each, seat) for each in after}) == 1


def is_quiet_step(board: Position, move: str) -> bool:
    origin, target = move.split("-")
    files, ranks = ord(target[0]) - ord(origin[0]), int(target[1:]) - int(origin[1:])
    return abs(files) + abs(ranks) == 1 and piece_on(board, target) == "."


def test_ST_18_a_quiet_move_reveals_nothing_about_the_kind():
    one, other = placed("Me4 Nf4 nb9 kc9"), placed("Ne4 Mf4 nb9 kc9")
    events = [board.game.event_for(board, "e4-e5", board.play("e4-e5"), 1) for board in (one, other)]
    assert events[0] == events[1]
    assert one.play("e4-e5").view(1) == other.play("e4-e5").view(1)


# Sampling


@pytest.mark.slow
@pytest.mark.parametrize("army", list(ARMIES))
def test_ST_18_sampled_states_fit_the_view(army):
    chance = random.Random(army)
    board = started(5, army=army)
    for ply in range(150):
        if board.actor is None:
            break
        for seat in (0, 1, None):
            view = board.view(seat)
            sampled = view.sample(ply)
            assert sampled.view(seat) == view
            if seat is not None:
                assert sampled.view(seat).legal() == view.legal()
            check_army(sampled, army)
        board = board.play(chance.choice(board.legal()))


def check_army(board: Position, army: str) -> None:
    """Check that the kinds are those of the army, and that no bomb or flag has moved."""
    s = board._state[0]
    for seat in (0, 1):
        codes = [int(code) for code in s.pieces[1 + 40 * seat : 41 + 40 * seat] if code]
        assert Counter(code & KIND for code in codes) == dict(ARMIES[army])
        assert all(code & KIND < BOMB for code in codes if code & MOVED)
    letters = Counter(str(board).split(" ")[0])
    for name, mask in (("mobile", LETTERS[1:BOMB]), ("scouts", "T"), ("standing", LETTERS[1:KINDS])):
        words = getattr(s, name)
        for seat in (0, 1):
            bits = sum(int(word).bit_count() for word in words[2 * seat : 2 * seat + 2])
            assert bits == sum(letters[letter.lower() if seat else letter] for letter in mask)


@pytest.mark.thorough
def test_ST_18_sampled_states_vary():
    view = position(START).view(seat=0)
    flags = Counter(str(view.sample(seed)).split(" ")[0].replace("/", "").index("f") for seed in range(300))
    assert len(flags) > 25


def test_ST_18_states_can_be_sampled_for_a_position_read_from_text():
    view = placed("Me4 Gf4 nb9 nc9 bi10").view(seat=0)
    for seed in range(20):
        sampled = view.sample(seed)
        assert sampled.view(0) == view
        assert str(sampled).count("f") == 1


def test_ST_18_the_view_has_no_hidden_kinds_and_no_masks():
    board = position(START)
    view = np.zeros(1, board.game.rules.view)
    board.game.rules.observe(board.game.o, board._copy_state()[0], 0, view[0])
    assert not (view[0].pieces[41:] & KIND).any()
    assert not {"mobile", "scouts", "standing"} & set(view.dtype.names)


@pytest.mark.parametrize("memory", [False, True])
def test_ST_18_with_memory_events_hide_their_pieces_after_the_next_move(memory):
    match = Match(caserne.game("stratego", memory=memory), start=str(placed("Ca4 ka5 nj9 Nj2")))
    match.submit(0, "a4-a5")
    assert match.view(0).events[0].revealed
    match.submit(1, "j9-j8")
    assert match.view(0).events[0].revealed
    assert match.view(1).events[0].revealed == (() if memory else match.view(0).events[0].revealed)
    match.submit(0, "j2-j3")
    assert bool(match.view(0).events[0].revealed) is not memory
