// Boards that are being painted in this browser, by game: kept at every stroke, the latest first.

import { read, write } from "../state/settings.svelte";

export interface Draft {
  id: string;
  title: string;
  text: string;
}

const MOST = 40;

export function drafts(game: string): Draft[] {
  return read<Draft[]>(key(game), []);
}

export function keepDraft(game: string, draft: Draft): void {
  write(key(game), [draft, ...drafts(game).filter((one) => one.id !== draft.id)].slice(0, MOST));
}

export function forgetDraft(game: string, id: string): Draft[] {
  write(
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
