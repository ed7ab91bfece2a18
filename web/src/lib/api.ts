// Calls over HTTP: JSON both ways, and errors as sentences.

import { lang, t } from "../i18n/index.svelte";
import type { Fault } from "./protocol";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly fault: Fault,
  ) {
    super(fault.text);
  }
}

export const api = {
  get: <T>(path: string) => call<T>("GET", path),
  post: <T>(path: string, body: unknown = {}) => call<T>("POST", path, body),
  patch: <T>(path: string, body: unknown) => call<T>("PATCH", path, body),
  delete: <T>(path: string) => call<T>("DELETE", path),
};

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const address = `/api${path}${path.includes("?") ? "&" : "?"}lang=${lang()}`;
  const request: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { "Content-Type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(address, request);
  } catch {
    throw new ApiError(0, { code: "offline", text: t("error.offline") });
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, faultOf(answer));
  return answer as T;
}

function faultOf(answer: unknown): Fault {
  const fault = (answer as { error?: Fault } | null)?.error;
  return fault ?? { code: "unknown", text: t("error.unknown") };
}
