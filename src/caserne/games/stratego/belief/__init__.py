"""Probabilities of the kinds of hidden pieces, and full states (worlds) drawn from them."""
