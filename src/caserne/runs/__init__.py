"""Long runs of many games: on this machine or a Ray cluster, kept in a folder to be resumed, written as a table."""
