"""Movers & Hoppers: six pieces a side that turn over whenever they move, on their way to the opposite camp."""

from caserne.core.game.about import About

ABOUT = About(
    id="movers",
    rules="MH",
    titles={"fr": "Rôdeurs & Gambadeurs", "en": "Movers & Hoppers", "de": "Schleicher & Hüpfer"},
    seats=(2, 2),
    designer="Steffen Mühlhäuser",
    minutes=20,
    age=8,
    luck=0,
    example=("mhm/hmh/3/3/3/3/HMH/MHM w", "b1-b3"),
    cover="mhm/1h1/1M1/m1H/1H1/h1M/1M1/2H w",
)
