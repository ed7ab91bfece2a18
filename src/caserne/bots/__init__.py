"""Computer players: given an observation and nothing else, they return a move."""
