"""Boards made of squares, ready to use: notation, positions as text, pictures and spoken names."""
