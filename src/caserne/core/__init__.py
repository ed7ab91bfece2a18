"""The house itself: interfaces, positions, records and batch play for any game, without input or output."""
