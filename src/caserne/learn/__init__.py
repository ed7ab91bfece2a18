"""Self-play training and the players it makes."""
