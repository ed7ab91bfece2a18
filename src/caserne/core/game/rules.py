"""The compiled rules of a room, collected from its modules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from caserne.core.game.room_errors import check_defines
from caserne.core.kernel.array_rules import ArrayRules, make_array_rules
from caserne.core.kernel.compiled import Kernel, Rule
from caserne.core.kernel.defaults import equal_weight, listed, value_of_winner, whole_view
from caserne.core.kernel.endings import returns_of_winner
from caserne.core.kernel.runner import Runner, make_runner, make_tally

REQUIRED = ("STATE", "ACTIONS", "MAX_MOVES", "start", "legal", "refusal", "apply", "settle")
"""What every room's `rules.py` defines; `returns` too, unless its state has a field `winner`."""


@dataclass(frozen=True)
class Rules:
    """The compiled rules of a room and the sizes that they declare."""

    state: np.dtype[Any]
    view: np.dtype[Any]
    actions: int
    """The size of the action space: actions are 0, 1, ... and the same under every option."""
    max_moves: int
    """The size of the array that `legal` writes to."""
    past: int
    """The words of `past` that batch play gives each game; 0 if no rule looks back."""
    past_per_action: int
    """The most words that one action adds to `past`."""
    placements: int
    """The number of placements of all set-ups of a game together; 0 if there are none."""

    start: Rule
    """start(o, s): fill a zeroed state with the beginning of the game."""
    legal: Rule
    """legal(o, s, past, moves) -> count: list the legal actions, die results and placements included."""
    count: Rule
    """count(o, s, past, moves) -> count: what `legal` returns; it may leave in `moves` what `nth` needs."""
    nth: Rule
    """nth(o, s, past, moves, n) -> action: what `legal` lists at index n, after `count` in the same state."""
    refusal: Rule
    """refusal(o, s, past, action) -> bits: bit n is set when rule n refuses; 0 exactly for what `legal` lists."""
    apply: Rule
    """apply(o, s, past, action): carry out a legal action."""
    settle: Rule
    """settle(o, s, past): apply endings visible on the board, and count the position as its first occurrence."""
    weight: Rule
    """weight(o, s, action) -> number: in a set-up, how many of the pieces in hand are of the kind placed."""
    returns: Rule
    """returns(o, s, out): write the result of a finished game, one number per seat."""
    scores: Rule | None
    """scores(o, s, out): write the points behind the result, if the game counts points."""
    observe: Rule
    """observe(o, s, seat, view): fill an empty view with what a seat, or SPECTATOR, may know."""
    sample: Rule
    """sample(o, view, seat, s, dice): fill an empty state with one that fits the view."""
    evaluate: Rule
    """evaluate(o, s, seat) -> float: the value of the state for a seat, between -1 and 1 on any increasing scale."""
    count_events: Rule | None = None
    """count_events(o, s, past, action, counts): add the events that a legal action, or ENDED, is about to cause."""
    counted_events: tuple[str, ...] = ()
    """The names of the events that `count_events` counts; `witness.NAME` of the room's catalogue describes each."""
    retract: Rule | None = None
    """retract(o, s, past): undo what the action that led to `s` wrote to `past`; without it searches copy `past`."""
    order: Rule | None = None
    """order(o, s, past, action) -> int: the move-ordering score of a legal action; the highest is searched first."""
    key: Rule | None = None
    """key(o, s, past) -> int64: the transposition key of a state; by default a hash of all but ply and past."""
    pick: Rule | None = None
    """pick(o, s, past, moves, count, dice) -> n: the index of the move to make in a playout."""
    preview: Rule | None = None
    """preview(o, s, past, moves, count, trial, trial_past, values): write what `evaluate` returns for the mover after
    each listed move, faster than by trying them; `trial` and `trial_past` are scratch for a state and its past."""
    learned: Rule | None = None
    """learned(o, s, seat) -> float: like `evaluate`, slower and better, for the leaves of a search."""
    plausible: Rule | None = None
    """plausible(o, s, moves, count, seat) -> count: keep the moves that `seat` should consider when it looks ahead."""
    forcing: Rule | None = None
    """forcing(o, s, past, moves, seat) -> count: list the moves that quiescence search tries before it evaluates."""
    believe: Rule | None = None
    """believe(o, view, clues, seat, s, dice): like `sample`, but by likelihood; `clues` are those of `Game.clues`."""

    @classmethod
    def of(
        cls,
        rules: ModuleType,
        view: ModuleType | None = None,
        evaluate: ModuleType | None = None,
        event_counts: ModuleType | None = None,
    ) -> Rules:
        """Collect the rules that a room's modules define.

        Only `rules` is needed: without `view` nothing is hidden, and without `evaluate` the rules for bots may be in
        `rules` too. What stands in for rules that a room leaves out is in `core/kernel/defaults.py`.
        """
        check_defines(rules, REQUIRED)
        check_defines(rules, () if "winner" in rules.STATE.names else ("returns",))
        evaluate = evaluate or rules
        views = view or whole_view(rules.STATE)
        return cls(
            state=rules.STATE,
            view=getattr(view, "VIEW", rules.STATE),
            actions=rules.ACTIONS,
            max_moves=rules.MAX_MOVES,
            past=getattr(rules, "PAST", 0),
            past_per_action=getattr(rules, "PAST_PER_ACTION", 0),
            placements=getattr(rules, "PLACEMENTS", 0),
            start=rules.start,
            legal=rules.legal,
            count=getattr(rules, "count", rules.legal),
            nth=getattr(rules, "nth", listed),
            refusal=rules.refusal,
            apply=rules.apply,
            settle=rules.settle,
            weight=getattr(rules, "weight", equal_weight),
            returns=getattr(rules, "returns", returns_of_winner),
            scores=getattr(rules, "scores", None),
            retract=getattr(rules, "retract", None),
            observe=views.observe,
            sample=views.sample,
            believe=getattr(view, "believe", None),
            evaluate=getattr(evaluate, "evaluate", value_of_winner),
            order=getattr(evaluate, "order", None),
            key=getattr(evaluate, "key", None),
            pick=getattr(evaluate, "pick", None),
            plausible=getattr(evaluate, "plausible", None),
            forcing=getattr(evaluate, "forcing", None),
            count_events=getattr(event_counts, "count_events", None),
            counted_events=getattr(event_counts, "EVENTS", ()),
        )

    @cached_property
    def runner(self) -> Runner:
        return make_runner(self.legal, self.count, self.nth, self.apply, self.weight, self.past_per_action)

    @cached_property
    def arrays(self) -> ArrayRules:
        """The same rules, callable with one-element arrays."""
        return make_array_rules(self.legal, self.refusal, self.apply, self.observe, self.sample, self.runner.choose)

    def load_arrays(self) -> None:
        """Use the compiled form of `arrays` that the cache holds from now on."""
        for kernel in vars(self.arrays).values():
            kernel.load()

    @cached_property
    def tally_returns(self) -> Kernel:
        return make_tally(self.returns)

    @cached_property
    def tally_scores(self) -> Kernel | None:
        return make_tally(self.scores) if self.scores else None
