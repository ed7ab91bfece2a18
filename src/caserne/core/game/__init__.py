"""The interface of a game: options, positions, observations, sentences and scenes."""
