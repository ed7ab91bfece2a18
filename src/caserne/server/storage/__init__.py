"""Where matches are kept: SQLite for a family, PostgreSQL for a club; the record of events is the truth."""
