"""What visitors see of the games outside a match: catalogue, board editor, shared boards and saved set-ups."""
