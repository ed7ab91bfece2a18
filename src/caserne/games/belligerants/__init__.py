"""Les Belligérants: two armies on a terrain of seven grounds, moved by a die with five numbers and a devil."""

from caserne.core.game.about import About

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
    cover="TKl1,PAo1,BOl2,SOm3,SEn3,OFo3,SOj4,ACl4,SOo5,MIk8 SOd6,MIe6,SOk10,OFc13 AC,AM,ES,SE AM,ES R2",
)
