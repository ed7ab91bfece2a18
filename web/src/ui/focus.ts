// Where the keyboard's focus goes when a page changes, and when what had it disappears: never to the body.

/** Focuses what a page is about, such as its board; null: the heading. */
let focusMain: (() => void) | null = null;
/** What had the focus last, unless a press elsewhere took it away. */
let last: HTMLElement | null = null;
/** Whether a page has just changed and nothing of it has the focus yet. */
let pageIsNew = false;

/** Let a lost focus go to what a page is about instead of its heading; the answer ends this. */
export function setMainFocus(focus: () => void): () => void {
  focusMain = focus;
  return () => {
    if (focusMain === focus) focusMain = null;
  };
}

/** Move the focus to the new page, as soon as it shows what it is about. */
export function focusNewPage(): void {
  pageIsNew = true;
  restoreFocus();
}

/** Watch the document for a lost focus. */
export function keepFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    last = target as HTMLElement;
    pageIsNew = false;
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (!last?.contains(target as Node)) last = null;
  });
  const changes = { subtree: true, childList: true, attributeFilter: ["disabled"] };
  new MutationObserver(restoreFocus).observe(document.body, changes);
}

function restoreFocus(): void {
  if (!pageIsNew && (last === null || hasFocus(document.activeElement))) return;
  if (!pageIsNew && last!.isConnected && !last!.matches(":disabled")) return last!.focus(); // it was disabled for a while
  if (focusMain) return focusMain();
  const heading = document.querySelector<HTMLElement>("main h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** Whether an element has the focus and keeps it: browsers take it from a disabled one a little later. */
function hasFocus(element: Element | null): boolean {
  return element !== null && element !== document.body && !element.matches(":disabled");
}
