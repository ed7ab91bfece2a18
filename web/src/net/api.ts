// HTTP calls with JSON bodies; errors carry the server's sentences.

import { lang, t } from "../i18n/index.svelte";
import { access } from "./access.svelte";
import type { ErrorView } from "./protocol";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly fault: ErrorView,
  ) {
    super(fault.text);
  }
}

export const api = {
  /** An answer that is not JSON, such as a record. */
  text: async (path: string) => (await sendRequest("GET", path)).text(),
  get: <T>(path: string) => call<T>("GET", path),
  post: <T>(path: string, body: unknown = {}) => call<T>("POST", path, body),
  patch: <T>(path: string, body: unknown) => call<T>("PATCH", path, body),
  delete: <T>(path: string) => call<T>("DELETE", path),
};

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await sendRequest(method, path, body)).json().catch(() => null)) as T;
}

async function sendRequest(method: string, path: string, body?: unknown): Promise<Response> {
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
  if (!response.ok) {
    const fault = errorIn(await response.json().catch(() => null));
    access.codeNeeded ||= fault.code === "access_code";
    throw new ApiError(response.status, fault);
  }
  return response;
}

function errorIn(answer: unknown): ErrorView {
  const fault = (answer as { error?: ErrorView } | null)?.error;
  return fault ?? { code: "unknown", text: t("error.unknown") };
}
