"""What a seat believes about hidden pieces, and how worlds are drawn from it."""
