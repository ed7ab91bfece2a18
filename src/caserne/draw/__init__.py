"""Pictures of any scene, as SVG, PNG or terminal text: what is drawn is data, and no game is known here."""
