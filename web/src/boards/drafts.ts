// Drafts of boards saved in this browser, by game, the latest first.

import { readStored, writeStored } from "../state/settings.svelte";

export interface Draft {
  id: string;
  title: string;
  text: string;
}

const MAX_DRAFTS = 40;

export function drafts(game: string): Draft[] {
  return readStored<Draft[]>(key(game), []);
}

export function saveDraft(game: string, draft: Draft): void {
  writeStored(key(game), [draft, ...drafts(game).filter((one) => one.id !== draft.id)].slice(0, MAX_DRAFTS));
}

export function deleteDraft(game: string, id: string): Draft[] {
  writeStored(
    key(game),
    drafts(game).filter((one) => one.id !== id),
  );
  return drafts(game);
}

export function newDraft(title: string, text: string): Draft {
  return { id: Math.random().toString(36).slice(2), title, text };
}

function key(game: string): string {
  return `caserne.boards.${game}`;
}
