"""The games as visitors meet them: catalogue, boards and saved set-ups."""
