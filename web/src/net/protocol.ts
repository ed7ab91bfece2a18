// The types of the wire: those that tools/make_protocol.py writes from the server's, and a few made of them.

import type { MatchView, Request } from "./messages.generated";
import type { OptionForm } from "./models.generated";

export type * from "./messages.generated";
export type * from "./models.generated";

/** The match as browsers are shown it: always with its scene and position. */
export type ShownMatch = Required<MatchView>;

export type OptionValue = OptionForm["default"];

export type RequestType = Request["type"];
/** The requests that hold for one version of the match only. */
export type VersionedType = Extract<Request, { version: number }>["type"];
/** The fields of a request besides its type and id, and its version where `live` adds that. */
export type RequestFields<Type extends RequestType, Added extends string = never> = Omit<
  Extract<Request, { type: Type }>,
  "type" | "id" | Added
>;
