"""Our own SVG as PDF: pages with paths, patterns, gradients and text, at true size."""
