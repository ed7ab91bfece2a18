// Playing by words alone: somebody types a move or a question and is answered in sentences.

import { has, t } from "../i18n/index.svelte";
import { type LiveMatch, Refused } from "../live/match.svelte";
import type { LegalMove } from "../net/protocol";
import type { Arranging } from "./arranging.svelte";
import type { Hand } from "./hand.svelte";
import { cellMeant, clockWords, DEEDS, eventWords, meant, pairMeant, panelWords, piecesOf, QUESTIONS, read, scoreWords } from "./speech";
import type { Word } from "./speech";
import { played } from "./turns";

export interface Line {
  asked: string;
  answer: string;
}

export class Talk {
  lines = $state.raw<Line[]>([]);

  constructor(
    private readonly live: LiveMatch,
    private readonly hand: Hand,
    private readonly arranging: Arranging,
  ) {}

  async hear(typed: string): Promise<void> {
    const asked = typed.trim() || t("text.word.help");
    this.lines = [...this.lines, { asked, answer: await this.answer(asked) }];
  }

  private async answer(asked: string): Promise<string> {
    try {
      const { word, rest } = read(asked, vocabulary());
      if (word === null) return this.cellWords(rest) ?? (await this.move(asked));
      if ((DEEDS as readonly string[]).includes(word)) return this.arranging.open ? await this.arrange(word, rest) : await this.act(word);
      return this.tell(word, rest);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return (error.fault.rules ?? []).map((rule) => `${rule.text} (${rule.id})`).join(" ") || error.fault.text;
    }
  }

  private tell(word: Word, rest: string): string {
    const { state, board, seat } = this.live;
    const scene = state!.scene;
    switch (word) {
      case "square":
        return this.cellWords(rest) ?? t("text.no_square", { square: rest });
      case "pieces":
        return sentence(seat === null ? [] : piecesOf(this.shown, board!, seat));
      case "moves":
        return sentence(this.movesFrom(rest).map(named));
      case "last": {
        const last = played(this.live.events).at(-1);
        const news = scene.panels.filter((panel) => panel.seat === null);
        return sentence([...(last ? [eventWords(last, board!, scene)] : []), ...news.map(panelWords)]);
      }
      case "score":
        return sentence(scoreWords(scene, board!, state!.result));
      case "clock":
        return state!.clocks
          ? sentence(clockWords(state!.clocks, board!, Date.now() + this.live.clockShift))
          : t("text.no_clock");
      case "turn":
        return [this.live.myTurn ? t("turn.yours") : "", scene.status].filter(Boolean).join(". ");
      default:
        return t("text.help");
    }
  }

  /** The board as it is shown: before play, with the set-up one has in hand. */
  private get shown() {
    const state = this.live.state!;
    return (state.setup && !state.setup.mine && this.arranging.scene) || state.scene;
  }

  private cellWords(typed: string): string | undefined {
    const cell = cellMeant(this.live.board!, typed);
    return cell && (this.shown.names[cell] ?? cell);
  }

  private movesFrom(typed: string): LegalMove[] {
    const cell = cellMeant(this.live.board!, typed);
    return this.hand.legal.filter((move) => !typed || move.cells[0] === cell);
  }

  private async act(word: Word): Promise<string> {
    const { live, hand } = this;
    if (word === "yes" && hand.preview) await hand.confirm();
    else if (word === "no") hand.cancel();
    else if (word === "roll" && live.can("roll")) await live.roll();
    else if (word === "end" && live.can("end_turn")) await live.askNow("end");
    else if (word === "undo" && live.can("undo")) await live.askNow("undo");
    else return t("text.not_now");
    return hand.refusal?.fault.text ?? t("text.done");
  }

  /** What is done before play: the set-up is changed by words, then sealed. */
  private async arrange(word: Word, rest: string): Promise<string> {
    const { arranging } = this;
    if (word === "another") await arranging.ask({ ask: "suggest" });
    else if (word === "mirror" && arranging.mirror) arranging.change(arranging.mirror);
    else if (word === "ready" && arranging.possible) await arranging.ready();
    else if (word !== "swap") return t("text.not_now");
    else {
      const cells = pairMeant(this.live.board!, rest);
      if (!cells || !arranging.exchange(...cells)) return t("text.no_pair");
      return sentence(cells.map((cell) => this.cellWords(cell)!));
    }
    return arranging.problems.join(" ") || (arranging.promised ? t("setup.promised") : t("text.done"));
  }

  private async move(typed: string): Promise<string> {
    const move = meant(this.hand.legal, typed);
    if (!move) {
      if (!this.live.can("move")) return t("text.unknown", { typed });
      await this.live.consider({ move: typed });
      return t("text.unknown", { typed });
    }
    const costs = this.live.state!.warnings[move.move] ?? [];
    this.hand.choose(move, "text");
    return costs.length ? `${costs.join(" ")} ${t("text.sure")}` : t("text.played", { move: named(move) });
  }
}

function named(move: LegalMove): string {
  const key = `act.${move.act}`;
  return move.label ?? (has(key) ? t(key) : move.move);
}

function sentence(parts: string[]): string {
  return parts.length ? parts.join(". ") : t("text.nothing");
}

/** The words of the visitor's language, each with the ways people may say it. */
function vocabulary(): Record<Word, string[]> {
  return Object.fromEntries(
    [...QUESTIONS, ...DEEDS].map((word) => [word, t(`text.word.${word}`).split("|")]),
  ) as Record<Word, string[]>;
}
