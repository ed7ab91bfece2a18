"""What all games share, without input or output: the game interface, positions, matches, records and simulation."""
