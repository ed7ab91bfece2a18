"""Matches being played: one websocket a viewer, drafts, clocks, bots, and the news between processes."""
