"""Pictures with marks, and what a touch on the board means."""
