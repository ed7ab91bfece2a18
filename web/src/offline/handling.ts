// How the service worker handles a request; a pure function, for tests.

export type Handling =
  /** From the cache: built files never change under their name. */
  | "kept"
  /** From the server, or the cache if it is unreachable: games and rulebooks. */
  | "fresh"
  /** The page itself, from the server or the cache. */
  | "page"
  /** Not handled: matches and all other calls go to the server. */
  | "leave";

const RULES = /^\/api\/games(\/[\w-]+(\/(rules|lessons|picture\.svg|drawings\/\w+\/[\w.-]+\.svg))?)?$/;
const SERVER = /^\/(api|health|metrics|hosting)(\/|$)/;

export function handling(method: string, mode: string, path: string, files: readonly string[]): Handling {
  if (method !== "GET") return "leave";
  if (RULES.test(path)) return "fresh";
  if (SERVER.test(path)) return "leave";
  if (mode === "navigate") return "page";
  return files.includes(path) ? "kept" : "leave";
}
