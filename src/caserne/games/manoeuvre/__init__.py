"""The Glorious Manoeuvres: twelve soldiers race over 84 squares and each other's shoulders into the barracks yard."""

from caserne.core.about import About

ABOUT = About(
    id="manoeuvre",
    rules="GM",
    titles={"fr": "Les Glorieuses Manœuvres", "en": "The Glorious Manoeuvres", "de": "Das glorreiche Manöver"},
    seats=(2, 4),
    designer="Roland Siegers",
    publisher="Schmidt Spiel + Freizeit",
    year=1992,
    minutes=45,
    age=10,
    luck=1,
)
