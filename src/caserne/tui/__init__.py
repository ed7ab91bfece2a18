"""The terminal board: people play here by keyboard and mouse; it asks a match for everything and knows no rules."""
