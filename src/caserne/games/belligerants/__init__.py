"""Les Belligérants: two armies on a terrain of seven grounds, moved by a die with five numbers and a devil."""

from caserne.core.about import About

ABOUT = About(
    id="belligerants",
    rules="BE",
    titles={"fr": "Les Belligérants", "en": "Les Belligérants"},
    seats=(2, 2),
    designer="Diamino",
    publisher="Diamino",
    minutes=60,
    age=10,
    luck=2,
    example=("EMo1,TKe5 SOe10,EMa13 - - J2", "e5-e3"),
)
