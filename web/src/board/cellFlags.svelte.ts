// The flags of one cell, each reactive by itself: a tap updates the few cells that it changes, not the whole grid.

export class CellFlags {
  selected = $state(false);
  target = $state(false);
  /** The chosen piece takes the one there. */
  prey = $state(false);
  /** The piece there takes the chosen one. */
  threat = $state(false);
  /** A move can start there. */
  liftable = $state(false);
  /** The cell that the tab key reaches. */
  stop = $state(false);
}
