// A match as this browser knows it: the server's last messages, and requests to it.

import { untrack } from "svelte";
import { inTheme } from "../board/art";
import { lang } from "../i18n/index.svelte";
import { Link, type Phase, type Socket } from "../net/link";
import type {
  ChatLine,
  ConsideredMessage,
  DrawnBoard,
  EarlierChatMessage,
  ErrorView,
  EventView,
  Request,
  RequestFields,
  RequestType,
  ServerMessage,
  ShownMatch,
  TableView,
  VersionedType,
  WelcomeMessage,
} from "../net/protocol";
import { settings } from "../state/settings.svelte";
import { playerName } from "./names";

export class Refused extends Error {
  constructor(readonly fault: ErrorView) {
    super(fault.text);
  }
}

/** Whether a request was refused because it was for an older version of the match. */
function isStale(error: unknown): boolean {
  return error instanceof Refused && error.fault.code === "stale";
}

interface Waiting {
  resolve: (answer: ServerMessage) => void;
  reject: (error: Error) => void;
}

/** How often a stale request is repeated, and after how many milliseconds. */
const [STALE_TRIES, STALE_DELAY] = [8, 250];

export class LiveMatch {
  phase = $state<Phase>("connecting");
  welcome = $state.raw<WelcomeMessage | null>(null);
  private drawn = $state.raw<DrawnBoard | null>(null);
  readonly board = $derived.by(() => this.drawn && inTheme(this.drawn, settings.boardTheme));
  state = $state.raw<ShownMatch | null>(null);
  table = $state.raw<TableView | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  /** Whether there may be lines before those. */
  hasEarlierChat = $state(false);
  /** Every event since the beginning, as this viewer learned of it. */
  events = $state.raw<EventView[]>([]);
  /** Why the server closed the connection for good. */
  closeReason = $state<string | null>(null);
  /** The server's clock minus this browser's, in milliseconds. */
  clockShift = 0;

  private readonly link: Link;
  private readonly waiting = new Map<string, Waiting>();
  private number = 0;
  /** The board was covered, and the server has not confirmed it yet. */
  private covering = false;
  private readonly session = Math.random().toString(36).slice(2, 10);

  constructor(readonly id: string) {
    this.link = new Link({
      open: () => new WebSocket(this.address()) as unknown as Socket,
      onMessage: (message) => this.receive(message),
      onPhase: (phase) => (this.phase = phase),
    });
  }

  start(): () => void {
    untrack(() => this.link.connect());
    const awake = (): void => {
      if (document.visibilityState === "hidden") this.cover();
      else if (this.phase === "lost") this.link.reconnect();
    };
    const left = (): void => this.cover();
    const cut = (): void => this.link.markLost();
    addEventListener("online", awake);
    addEventListener("offline", cut);
    addEventListener("pagehide", left);
    document.addEventListener("visibilitychange", awake);
    return () => {
      removeEventListener("online", awake);
      removeEventListener("offline", cut);
      removeEventListener("pagehide", left);
      document.removeEventListener("visibilitychange", awake);
      this.link.close();
    };
  }

  /** Load everything again, in the current language. */
  reload(): void {
    this.events = [];
    this.state = null;
    this.link.reconnect();
  }

  get seats(): number[] {
    return this.welcome?.seats ?? [];
  }
  /** The seat whose view this is; null for a spectator. */
  get looking(): number | null {
    return this.state?.scene.seat ?? null;
  }
  /** The seat that is to move or to roll. */
  get onTurn(): number | null {
    const { actor = null, roller = null } = this.state ?? {};
    return typeof actor === "number" ? actor : roller;
  }
  /** The seat this viewer acts for; on a shared screen the one of its seats that is on turn. */
  get seat(): number | null {
    if (this.looking !== null || !this.shared) return this.looking;
    return this.seats.find((seat) => seat === this.onTurn) ?? this.seats[0]!;
  }
  /** Whether several people play on this screen. */
  get shared(): boolean {
    return this.seats.length > 1;
  }
  /** Whether the board is hidden until one of the players on this screen asks for their view. */
  get covered(): boolean {
    return this.shared && this.looking === null && (this.state?.hides ?? false);
  }
  /** Whether this viewer is to move, or to let the die fall. */
  get myTurn(): boolean {
    const seat = this.onTurn;
    return seat !== null && this.seats.includes(seat) && seat === this.seat;
  }

  /** Whether this viewer may enter a move for its next turn. */
  get mayPremove(): boolean {
    const playing = this.table?.state === "playing" && !this.state?.result && !this.state?.setup;
    return playing && this.looking !== null && !this.shared && !this.myTurn;
  }

  /** Hide what only one of the players on this screen may see. */
  cover(): void {
    if (!this.shared || !this.state?.hides) return;
    this.state = null;
    this.events = [];
    this.covering = true;
    void this.ask("look", { seat: null }).then(() => (this.covering = false));
  }

  /** The name of a seat's player, or else its colour. */
  nameOf(seat: number): string {
    return playerName(this.table?.seats[seat], this.board?.seats[seat]?.name ?? "", this.shared);
  }

  can(what: string): boolean {
    return this.state?.can.includes(what) ?? false;
  }

  /** Send a request; the promise rejects with `Refused` if the server refuses it. */
  ask<Type extends RequestType>(type: Type, fields: RequestFields<Type>): Promise<ServerMessage> {
    const id = `${this.session}-${++this.number}`;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.link.send({ type, id, ...fields } as unknown as Request);
    });
  }

  /** Send a request for the current version of the match. */
  askNow<Type extends VersionedType>(type: Type, fields?: RequestFields<Type, "version">): Promise<ServerMessage> {
    return this.ask(type, { version: this.state?.version ?? 0, ...fields } as RequestFields<Type>);
  }

  /** The same for a request that holds whatever the others do meanwhile, such as resigning. */
  async askAgainIfStale(type: VersionedType, tries = STALE_TRIES): Promise<ServerMessage> {
    try {
      return await this.askNow(type);
    } catch (error) {
      if (!isStale(error) || tries === 1) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, STALE_DELAY));
    return this.askAgainIfStale(type, tries - 1);
  }

  /** Roll the die, unless somebody who shares the seat just did. */
  async roll(): Promise<void> {
    try {
      await this.askNow("roll");
    } catch (error) {
      if (!isStale(error)) throw error;
    }
  }

  /** Make a move: a step of the turn if turns can take several moves. */
  play(move: string): Promise<ServerMessage> {
    return this.askNow(this.state?.draft ? "step" : "move", { move });
  }

  async consider(fields: { move: string } | { cells: string[] }): Promise<ConsideredMessage> {
    return (await this.ask("consider", fields)) as ConsideredMessage;
  }

  /** Load the lines of chat before those that are here. */
  async loadEarlierChat(): Promise<void> {
    const first = this.chat[0]?.number ?? 0;
    const { lines } = (await this.ask("earlier_chat", { before: first })) as EarlierChatMessage;
    if (this.chat[0]?.number !== first) return;
    this.chat = [...lines, ...this.chat];
    this.hasEarlierChat = lines.length > 0 && lines[0]!.number > 0;
  }

  private address(): string {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const version = this.state?.version ?? 0;
    return `${scheme}//${location.host}/api/matches/${this.id}/live?lang=${lang()}&version=${version}&scene=1`;
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.welcome = message;
        this.table = message.table;
        this.chat = message.chat;
        this.hasEarlierChat = (message.chat[0]?.number ?? 0) > 0;
        break;
      case "board":
        this.drawn = message;
        break;
      case "state":
        this.applyState(message as ShownMatch);
        break;
      case "draft":
        if (this.state) this.state = { ...this.state, ...(message as Partial<ShownMatch>) };
        break;
      case "table":
        this.table = message;
        break;
      case "chat":
        if (!this.chat.some((line) => line.number === message.line.number)) this.chat = [...this.chat, message.line];
        break;
      case "pong":
        this.clockShift = message.at - Date.now();
        break;
      case "bye":
        this.closeReason = message.error?.text ?? message.reason;
        break;
    }
    if ("id" in message && message.id) this.answer(message.id, message);
  }

  private applyState(state: ShownMatch): void {
    if (this.covering && state.scene.seat !== null) return;
    if (state.since > this.events.length) {
      this.reload();
      return;
    }
    this.events = [...this.events.slice(0, state.since), ...state.events];
    this.state = state;
  }

  private answer(id: string, message: ServerMessage): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (message.type === "refused") waiting?.reject(new Refused(message.error));
    else waiting?.resolve(message);
  }
}
