"""Visitors, accounts, sessions and names."""
