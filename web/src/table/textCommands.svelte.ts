// Text mode: moves and questions are typed, and answered in sentences.

import { t } from "../i18n/index.svelte";
import { type LiveMatch, Refused } from "../live/match.svelte";
import type { LegalMove } from "../net/protocol";
import type { SetupEditor } from "./setupEditor.svelte";
import type { MoveInput } from "./moveInput.svelte";
import { moveName } from "./moveNames";
import { findCell, describeClocks, ACTIONS, describeEvent, findMove, findCellPair, describePanel, describePieces, QUESTIONS, parseText, describeScores } from "./spokenText";
import type { CommandWord } from "./spokenText";
import { playedMoves } from "./turns";

export interface TextExchange {
  asked: string;
  answer: string;
}

export class TextCommands {
  exchanges = $state.raw<TextExchange[]>([]);

  constructor(
    private readonly live: LiveMatch,
    private readonly moveInput: MoveInput,
    private readonly setupEditor: SetupEditor,
  ) {}

  async run(typed: string): Promise<void> {
    const asked = typed.trim() || t("text.word.help");
    this.exchanges = [...this.exchanges, { asked, answer: await this.answer(asked) }];
  }

  private async answer(asked: string): Promise<string> {
    try {
      const { word, rest } = parseText(asked, vocabulary());
      if (word === null) return this.describeCell(rest) ?? (await this.move(asked));
      if ((ACTIONS as readonly string[]).includes(word)) return this.setupEditor.open ? await this.arrange(word, rest) : await this.act(word);
      return this.describe(word, rest);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return (error.fault.rules ?? []).map((rule) => `${rule.text} (${rule.id})`).join(" ") || error.fault.text;
    }
  }

  private describe(word: CommandWord, rest: string): string {
    const { state, board, seat } = this.live;
    const scene = state!.scene;
    switch (word) {
      case "square":
        return this.describeCell(rest) ?? t("text.no_square", { square: rest });
      case "pieces":
        return joinSentences(seat === null ? [] : describePieces(this.shownScene, board!, seat));
      case "moves":
        return joinSentences(this.movesFrom(rest).map(moveName));
      case "last": {
        const last = playedMoves(this.live.events).at(-1);
        const news = scene.panels.filter((panel) => panel.seat === null);
        return joinSentences([...(last ? [describeEvent(last, board!, scene)] : []), ...news.map(describePanel)]);
      }
      case "score":
        return joinSentences(describeScores(scene, board!, state!.result));
      case "clock":
        return state!.clocks
          ? joinSentences(describeClocks(state!.clocks, board!, Date.now() + this.live.clockShift))
          : t("text.no_clock");
      case "turn":
        return [this.live.myTurn ? t("turn.yours") : "", scene.status].filter(Boolean).join(". ");
      default:
        return t("text.help");
    }
  }

  /** The scene that is shown: before play, the set-up being edited. */
  private get shownScene() {
    const state = this.live.state!;
    return (state.setup && !state.setup.mine && this.setupEditor.scene) || state.scene;
  }

  private describeCell(typed: string): string | undefined {
    const cell = findCell(this.live.board!, typed);
    return cell && (this.shownScene.names[cell] ?? cell);
  }

  private movesFrom(typed: string): LegalMove[] {
    const cell = findCell(this.live.board!, typed);
    return this.moveInput.legal.filter((move) => !typed || move.cells[0] === cell);
  }

  private async act(word: CommandWord): Promise<string> {
    const { live, moveInput } = this;
    if (word === "yes" && moveInput.preview) await moveInput.confirm();
    else if (word === "no") moveInput.cancel();
    else if (word === "roll" && live.can("roll")) await live.roll();
    else if (word === "end" && live.can("end_turn")) await live.askNow("end");
    else if (word === "undo" && live.can("undo")) await live.askNow("undo");
    else return t("text.not_now");
    return moveInput.refusal?.fault.text ?? t("text.done");
  }

  /** Actions before play: change the set-up, or seal it. */
  private async arrange(word: CommandWord, rest: string): Promise<string> {
    const { setupEditor } = this;
    if (word === "another") await setupEditor.ask({ ask: "suggest" });
    else if (word === "mirror" && setupEditor.mirror) setupEditor.change(setupEditor.mirror);
    else if (word === "ready" && setupEditor.isPlayable) await setupEditor.ready();
    else if (word !== "swap") return t("text.not_now");
    else {
      const cells = findCellPair(this.live.board!, rest);
      if (!cells || !setupEditor.swap(...cells)) return t("text.no_pair");
      return joinSentences(cells.map((cell) => this.describeCell(cell)!));
    }
    return setupEditor.problems.join(" ") || (setupEditor.readyWhenAllSeated ? t("setup.promised") : t("text.done"));
  }

  private async move(typed: string): Promise<string> {
    const move = findMove(this.moveInput.legal, typed);
    if (!move) {
      if (!this.live.can("move")) return t("text.unknown", { typed });
      await this.live.consider({ move: typed });
      return t("text.unknown", { typed });
    }
    const costs = this.live.state!.warnings[move.move] ?? [];
    this.moveInput.choose(move, "text");
    return costs.length ? `${costs.join(" ")} ${t("text.sure")}` : t("text.played", { move: moveName(move) });
  }
}

function joinSentences(parts: string[]): string {
  return parts.length ? parts.join(". ") : t("text.nothing");
}

/** The command words of the current language, with their synonyms. */
function vocabulary(): Record<CommandWord, string[]> {
  return Object.fromEntries(
    [...QUESTIONS, ...ACTIONS].map((word) => [word, t(`text.word.${word}`).split("|")]),
  ) as Record<CommandWord, string[]>;
}
