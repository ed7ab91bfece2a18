"""Computer players: they receive an observation and nothing else, and name a move."""
