"""Scenes with marks, and moves from touched cells."""
