"""Stratego: two hidden armies of forty, two lakes, and one flag each to find and take."""

from caserne.core.game.about import About

ABOUT = About(
    id="stratego",
    rules="ST",
    titles={"fr": "Stratego", "en": "Stratego"},
    seats=(2, 2),
    designer="Jacques Johan Mogendorff",
    minutes=45,
    age=8,
    luck=0,
    publisher="Jumbo",
    hidden=True,
    example=(
        ".........f/....n...../........../........../..~~..~~../"
        "..~~..~~../....M...../........../........../F......... r",
        "e4-e5",
    ),
    cover="nlnbfb.ntb/bnjcbb.nee/tl.t.ekltk/.ts.....m./.k~~cl~~jL/"
    ".T~~..~~../.L.TM.C.../SN.CKE.EJ./BLTJBBN.K./NN.BFBNTEB b",
)
