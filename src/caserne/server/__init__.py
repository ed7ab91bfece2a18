"""The web service: people play here over HTTP and websockets; it names no game."""
