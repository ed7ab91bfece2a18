// All pages by address. A new page is a file in this folder and a line here.

import type { Page } from "../state/router.svelte";

export const PAGES: Page[] = [
  { path: "/", load: () => import("./Home.svelte") },
  { path: "/match/:match", load: () => import("./Match.svelte") },
  { path: "/replay/:match", load: () => import("./Replay.svelte") },
  { path: "/watch", load: () => import("./Watch.svelte") },
  { path: "/me", load: () => import("./Me.svelte") },
  { path: "/device/:token", load: () => import("./Device.svelte") },
  { path: "/today", load: () => import("./Today.svelte") },
  { path: "/learn", load: () => import("./Learn.svelte") },
  { path: "/learn/:game", load: () => import("./Rulebook.svelte") },
  { path: "/learn/:game/variants", load: () => import("./Variants.svelte") },
  { path: "/learn/:game/first", load: () => import("./FirstGame.svelte") },
  { path: "/games/:game/boards", load: () => import("./Boards.svelte") },
  { path: "/games/:game/boards/:board", load: () => import("./SharedBoard.svelte") },
] as Page[];

export const NOT_FOUND: Page = { path: "", load: () => import("./NotFound.svelte") } as Page;
