// What the service worker does with a request; a plain function, so that tests can ask it.

export type Handling =
  /** From what was kept; built files never change under their name. */
  | "kept"
  /** From the server, or as it was last seen: games and rulebooks. */
  | "fresh"
  /** The page itself, from the server or as it was kept. */
  | "page"
  /** None of our business: matches and everything else of the interface go straight to the server. */
  | "leave";

const RULES = /^\/api\/games(\/[\w-]+(\/(rules|lessons|picture\.svg))?)?$/;
const SERVER = /^\/(api|health|metrics|hosting)(\/|$)/;

export function handling(method: string, mode: string, path: string, files: readonly string[]): Handling {
  if (method !== "GET") return "leave";
  if (RULES.test(path)) return "fresh";
  if (SERVER.test(path)) return "leave";
  if (mode === "navigate") return "page";
  return files.includes(path) ? "kept" : "leave";
}
