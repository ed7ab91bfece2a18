"""Storage: SQLite for a family, PostgreSQL for a club; the stored events of a match are authoritative."""
