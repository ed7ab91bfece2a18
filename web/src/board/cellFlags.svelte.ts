// The flags of one cell, each reactive by itself: a tap updates the few cells that it changes, not the whole grid.

export class CellFlags {
  selected = $state(false);
  target = $state(false);
  /** A move can start there. */
  liftable = $state(false);
  /** The cell that the tab key reaches. */
  stop = $state(false);
}
