"""What surrounds every request: middleware, errors, rate limits."""
