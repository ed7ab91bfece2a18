import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Link, type Phase, type Socket, retryDelay } from "../src/net/link";
import type { ServerMessage } from "../src/net/protocol";

class FakeSocket implements Socket {
  sent: string[] = [];
  ready = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  send(text: string): void {
    if (!this.ready) throw new Error("not open");
    this.sent.push(text);
  }
  close(): void {
    this.drop();
  }
  open(): void {
    this.ready = true;
    this.onopen?.();
  }
  drop(): void {
    this.ready = false;
    this.onclose?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  get ids(): string[] {
    return this.sent.map((text) => (JSON.parse(text) as { id: string }).id);
  }
}

describe("a line to the server", () => {
  let sockets: FakeSocket[];
  let phases: Phase[];
  let heard: ServerMessage[];
  let link: Link;

  beforeEach(() => {
    vi.useFakeTimers();
    [sockets, phases, heard] = [[], [], []];
    link = new Link({
      open: () => sockets[sockets.push(new FakeSocket()) - 1]!,
      onMessage: (message) => heard.push(message),
      onPhase: (phase) => phases.push(phase),
      random: () => 1,
    });
    link.connect();
  });
  afterEach(() => vi.useRealTimers());

  test("waits longer before each attempt, up to a limit, and never the same for all", () => {
    expect(retryDelay(0, 1)).toBe(400);
    expect(retryDelay(3, 1)).toBe(3200);
    expect(retryDelay(3, 0)).toBe(1600);
    expect(retryDelay(30, 1)).toBe(15_000);
  });

  test("is lost as soon as the network is, although the socket does not know it", () => {
    sockets[0]!.open();
    link.markLost();
    expect(sockets[0]!.ready).toBe(false);
    expect(phases.at(-1)).toBe("lost");
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(2);
  });

  test("reconnects when the socket drops, and starts counting afresh once it is open", () => {
    sockets[0]!.open();
    sockets[0]!.drop();
    vi.advanceTimersByTime(399);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
    sockets[1]!.drop();
    vi.advanceTimersByTime(800);
    sockets[2]!.open();
    expect(phases.at(-1)).toBe("open");
    sockets[2]!.drop();
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(4);
  });

  test("sends what was not answered again under the same id, and only that", () => {
    sockets[0]!.open();
    link.send({ type: "withdraw", id: "one" });
    link.send({ type: "chat", id: "two" });
    sockets[0]!.say({ type: "ack", id: "one", version: 1 });
    sockets[0]!.drop();
    vi.advanceTimersByTime(400);
    sockets[1]!.open();
    expect(sockets[1]!.ids).toEqual(["two"]);
  });

  test("keeps what is asked before the socket is open", () => {
    link.send({ type: "withdraw", id: "early" });
    sockets[0]!.open();
    expect(sockets[0]!.ids).toEqual(["early"]);
  });

  test("a refusal is an answer", () => {
    sockets[0]!.open();
    link.send({ type: "withdraw", id: "bad" });
    sockets[0]!.say({ type: "refused", id: "bad", error: { code: "", text: "" } });
    link.reconnect();
    sockets[1]!.open();
    expect(sockets[1]!.sent).toEqual([]);
  });

  test("a silent line is asked for a sign of life, then replaced", () => {
    sockets[0]!.open();
    sockets[0]!.say({ type: "welcome", heartbeat: 20 });
    vi.advanceTimersByTime(20_000);
    expect(sockets[0]!.sent.at(-1)).toContain("ping");
    vi.advanceTimersByTime(20_000);
    expect(sockets).toHaveLength(2);
  });

  test("a line that is closed stays closed", () => {
    sockets[0]!.open();
    link.close();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(phases.at(-1)).toBe("closed");
  });
});
