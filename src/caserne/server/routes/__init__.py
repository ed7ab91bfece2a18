"""The HTTP interface, described by OpenAPI, and the websocket endpoint."""
