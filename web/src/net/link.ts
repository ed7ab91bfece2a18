// One line to the server that mends itself: it reconnects, asks again for what was not answered, and notices silence.


import type { Request, ServerMessage } from "./protocol";
/** What a link needs of a WebSocket. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

export type Phase = "connecting" | "open" | "lost" | "closed";

export interface LinkOptions {
  open: () => Socket;
  hear: (message: ServerMessage) => void;
  phase: (phase: Phase) => void;
  random?: () => number;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

/** How long to wait before attempt n: twice as long each time, spread so that a crowd does not return at once. */
export function waitBefore(attempt: number, random: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + random / 2);
}

export class Link {
  private socket: Socket | null = null;
  private attempt = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setTimeout> | undefined;
  private heartbeat = 0;
  private lag = 0;
  /** Requests without an answer: they are sent again after a reconnect, under the same id. */
  private readonly unanswered = new Map<string, Request>();

  constructor(private readonly options: LinkOptions) {}

  connect(): void {
    clearTimeout(this.retry);
    this.options.phase(this.attempt ? "lost" : "connecting");
    const socket = this.options.open();
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.received(event.data);
    socket.onclose = () => {
      if (this.socket === socket) this.dropped();
    };
  }

  send(request: Request): void {
    this.unanswered.set(request.id, request);
    this.transmit(request);
  }

  /** Drops the socket and makes a new one at once: the network is back, or something was missed. */
  renew(): void {
    this.attempt = 0;
    this.rest();
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.connect();
  }

  /** The network is gone: whatever the socket believes, nothing comes through any longer. */
  lose(): void {
    const old = this.socket;
    if (!old) return;
    this.dropped();
    old.close();
  }

  close(): void {
    clearTimeout(this.retry);
    this.rest();
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.options.phase("closed");
  }

  private opened(): void {
    this.attempt = 0;
    this.options.phase("open");
    for (const request of this.unanswered.values()) this.transmit(request);
  }

  private received(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === "welcome") this.heartbeat = message.heartbeat * 1000;
    if (message.type === "pong" && message.id) this.lag = Math.max(0, Date.now() - Number(message.id));
    this.listen();
    if ("id" in message && message.id) this.unanswered.delete(message.id);
    this.options.hear(message);
  }

  private dropped(): void {
    this.socket = null;
    this.rest();
    this.options.phase("lost");
    const random = this.options.random ?? Math.random;
    this.retry = setTimeout(() => this.connect(), waitBefore(this.attempt++, random()));
  }

  /** Signs of life both ways: ours once a heartbeat; a line that is silent for two is dead, whatever the browser says. */
  private listen(): void {
    if (!this.heartbeat) return;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.renew(), 2 * this.heartbeat);
    this.beat ??= setInterval(() => this.ping(), this.heartbeat);
  }

  private ping(): void {
    this.transmit({ type: "ping", id: String(Date.now()), lag: this.lag });
  }

  private rest(): void {
    clearTimeout(this.silence);
    clearInterval(this.beat);
    this.beat = undefined;
  }

  private transmit(request: Request): void {
    try {
      this.socket?.send(JSON.stringify(request));
    } catch {
      // Not open yet: it is sent when it opens.
    }
  }
}
