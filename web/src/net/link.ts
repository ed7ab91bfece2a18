// A websocket that reconnects, repeats unanswered requests, and detects a dead connection.

import type { Request, ServerMessage } from "./protocol";

/** The part of WebSocket that a link uses. */
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
  onMessage: (message: ServerMessage) => void;
  onPhase: (phase: Phase) => void;
  random?: () => number;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

/** Milliseconds before attempt n: exponential backoff with jitter. */
export function retryDelay(attempt: number, random: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + random / 2);
}

export class Link {
  private socket: Socket | null = null;
  private attempt = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setTimeout> | undefined;
  private heartbeat = 0;
  private lag = 0;
  /** Requests without an answer; they are sent again after a reconnect, with the same id. */
  private readonly unanswered = new Map<string, Request>();

  constructor(private readonly options: LinkOptions) {}

  connect(): void {
    clearTimeout(this.retryTimer);
    this.options.onPhase(this.attempt ? "lost" : "connecting");
    const socket = this.options.open();
    this.socket = socket;
    socket.onopen = () => this.handleOpen();
    socket.onmessage = (event) => this.handleMessage(event.data);
    socket.onclose = () => {
      if (this.socket === socket) this.handleClose();
    };
  }

  send(request: Request): void {
    this.unanswered.set(request.id, request);
    this.transmit(request);
  }

  /** Open a new socket at once: the network is back, or a message was missed. */
  reconnect(): void {
    this.attempt = 0;
    this.stopTimers();
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.connect();
  }

  /** Treat the socket as closed, because the browser reports that the network is gone. */
  markLost(): void {
    const old = this.socket;
    if (!old) return;
    this.handleClose();
    old.close();
  }

  close(): void {
    clearTimeout(this.retryTimer);
    this.stopTimers();
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.options.onPhase("closed");
  }

  private handleOpen(): void {
    this.attempt = 0;
    this.options.onPhase("open");
    for (const request of this.unanswered.values()) this.transmit(request);
  }

  private handleMessage(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === "welcome") this.heartbeat = message.heartbeat * 1000;
    if (message.type === "pong" && message.id) this.lag = Math.max(0, Date.now() - Number(message.id));
    this.restartTimers();
    if ("id" in message && message.id) this.unanswered.delete(message.id);
    this.options.onMessage(message);
  }

  private handleClose(): void {
    this.socket = null;
    this.stopTimers();
    this.options.onPhase("lost");
    const random = this.options.random ?? Math.random;
    this.retryTimer = setTimeout(() => this.connect(), retryDelay(this.attempt++, random()));
  }

  /** Send a ping once a heartbeat, and reconnect after two heartbeats without a message. */
  private restartTimers(): void {
    if (!this.heartbeat) return;
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => this.reconnect(), 2 * this.heartbeat);
    this.pingTimer ??= setInterval(() => this.ping(), this.heartbeat);
  }

  private ping(): void {
    this.transmit({ type: "ping", id: String(Date.now()), lag: this.lag });
  }

  private stopTimers(): void {
    clearTimeout(this.silenceTimer);
    clearInterval(this.pingTimer);
    this.pingTimer = undefined;
  }

  private transmit(request: Request): void {
    try {
      this.socket?.send(JSON.stringify(request));
    } catch {
      // Not open yet: the request is sent when it opens.
    }
  }
}
