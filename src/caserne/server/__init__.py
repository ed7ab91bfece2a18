"""The web service: plays any game over HTTP and websockets, and names none."""
