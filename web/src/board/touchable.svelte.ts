// What a cell is at the moment, each fact by itself: a tap then changes the few cells it concerns, not the whole grid.

export class Touchable {
  selected = $state(false);
  target = $state(false);
  /** A move can begin there. */
  liftable = $state(false);
  /** The tab key leads there. */
  stop = $state(false);
}
