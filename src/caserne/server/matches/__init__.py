"""Create, list, join, review and replay matches."""
