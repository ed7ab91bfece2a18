"""Oracle, a toy for tests: a secret each, a die every turn, and a turn of two steps."""

from caserne.core.game.about import About

ABOUT = About(
    id="oracle",
    rules="OR",
    titles={"fr": "Oracle", "en": "Oracle"},
    seats=(2, 2),
    designer="Caserne",
    minutes=1,
    age=6,
    luck=3,
    hidden=True,
    example=("setup", "A"),
)
