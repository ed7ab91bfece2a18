"""Trained networks without PyTorch: the file of weights, and what they predict."""
