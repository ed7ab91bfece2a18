"""The transposition table: results of searched positions, of fixed size, shared by threads without locks.

Four entries share a bucket, which is one cache line of the processor. An entry is two words: the result, packed by
`pack`, and the key of the position exclusive-ored with it. If two threads write one entry at the same time, its words
do not match, and the entry is not found.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caserne.core.kernel.compiled import rule

BUCKET = 4
ABSENT = 0
"""The result of `find` if there is no entry; no packed word is 0, because every bound is above 0."""

AT_MOST, AT_LEAST, EXACT = 1, 2, 3
"""How a value in the table relates to the true one."""

AGES = 32

Table = np.ndarray[Any, np.dtype[np.int64]]


def make_table(megabytes: int) -> Table:
    """Return an empty table of at most this size; the number of buckets is a power of two."""
    buckets = (megabytes << 20) // (BUCKET * 2 * 8)
    return np.zeros((1 << buckets.bit_length() - 1, BUCKET, 2), np.int64)


@rule
def pack(action, value, depth, bound, age):
    """Pack an entry: the action in 32 bits, the value in 16, the depth in 8, the age in 5 and the bound in 2.

    With 63 bits it is never negative, which Python's integers, in interpreted rules, could not pack.
    """
    return action | (value + 32768) << 32 | depth << 48 | age << 56 | bound << 61


@rule
def action_in(word):
    return word & 0xFFFFFFFF


@rule
def value_in(word):
    return ((word >> 32) & 0xFFFF) - 32768


@rule
def depth_in(word):
    return (word >> 48) & 0xFF


@rule
def age_in(word):
    return (word >> 56) & (AGES - 1)


@rule
def bound_in(word):
    return word >> 61


@rule
def find(table, key):
    """Return the packed word of a position, or ABSENT."""
    bucket = key & (table.shape[0] - 1)
    for slot in range(BUCKET):
        word = table[bucket, slot, 1]
        if table[bucket, slot, 0] ^ word == key and word != ABSENT:
            return word
    return ABSENT


@rule
def keep(table, key, word):
    """Store an entry: over the same position, else over the shallowest of the bucket, older searches first."""
    bucket = key & (table.shape[0] - 1)
    age = age_in(word)
    chosen, least = 0, 1 << 20
    for slot in range(BUCKET):
        other = table[bucket, slot, 1]
        if table[bucket, slot, 0] ^ other == key:
            chosen = slot
            break
        worth = depth_in(other) - 256 * ((age - age_in(other)) & (AGES - 1)) if other != ABSENT else -(1 << 20)
        if worth < least:
            chosen, least = slot, worth
    table[bucket, chosen, 0] = key ^ word
    table[bucket, chosen, 1] = word
