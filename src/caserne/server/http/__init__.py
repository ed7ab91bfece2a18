"""Middleware and error handlers of all HTTP requests."""
