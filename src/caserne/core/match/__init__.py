"""Matches and records: moves, offers, sealed set-ups, fair dice and their proofs."""
