"""Pictures of any scene, as SVG, PNG or terminal text; no game is known here."""
