"""The Glorious Manoeuvres: twelve soldiers race over 84 squares and each other's shoulders into the barracks yard."""

from caserne.core.game.about import About

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
    example=("7:Y4Y5,9:R3,20:R6Y1,31:R1R2,41:Y2,52:R4Y3 12:R5,11:Y6 --- R", "9-14"),
    cover="36:Y1R2,38:R1,43:Y4,46:R3Y5,52:R4Y3,59:Y2,61:R6 12:R5,11:Y6 --- R",
)
