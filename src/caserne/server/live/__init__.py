"""Matches being played: viewers, drafts, clocks, bots, and change notices between processes."""
