// Short synthesised sounds; browsers allow them only after the first touch.

import { settings } from "../state/settings.svelte";

export type Sound = "move" | "take" | "turn" | "die" | "refused" | "won" | "drawn" | "lost";

interface Tone {
  /** Seconds after the first. */
  at: number;
  pitch: number;
  length: number;
  /** The volume, from 0 to 1. */
  loud: number;
  /** How much of a knock there is at its start, from 0 to 1; a bar of wood that is struck softly has little. */
  knock: number;
}

const knocks = (...pitches: number[]): Tone[] => pitches.map((pitch, n) => ({ at: 0.055 * n, pitch, length: 0.09, loud: 0.6, knock: 1 }));
const notes = (step: number, ...pitches: number[]): Tone[] =>
  pitches.map((pitch, n) => ({ at: step * n, pitch, length: 0.45, loud: 0.32, knock: 0.15 }));

const SOUNDS: Record<Sound, Tone[]> = {
  move: knocks(240),
  take: knocks(190, 130),
  turn: notes(0.11, 523, 659),
  die: [0, 0.07, 0.13, 0.2, 0.24].map((at, n) => ({ at, pitch: 420 - 30 * n, length: 0.05, loud: 0.4 - 0.05 * n, knock: 1 })),
  refused: [{ at: 0, pitch: 110, length: 0.14, loud: 0.45, knock: 0.4 }],
  won: notes(0.12, 392, 494, 587, 784),
  drawn: notes(0.16, 440, 440),
  lost: notes(0.18, 392, 330, 294),
};
/** The pitch of a sound that is heard often differs a little each time, as no two knocks on wood are alike. */
const VARIATION = 0.05;
/** A struck bar of wood also sounds two octaves higher, and that tone dies first. */
const OVERTONE = { pitch: 4, loud: 0.25, length: 0.4 };

/** Milliseconds: opening the audio device is slow, and the page should first show what the touch changed. */
const OPEN_DELAY = 100;

let context: AudioContext | null = null;

/** Open the audio device at the first touch; for browsers a touch counts when the finger goes up. */
export function enableSoundsOnTouch(): void {
  addEventListener("pointerup", openAudio, { once: true });
  addEventListener("keydown", openAudio, { once: true });
}

function openAudio(): void {
  setTimeout(() => (context ??= new AudioContext()), OPEN_DELAY);
}

export function play(sound: Sound): void {
  if (!settings.sound || context?.state !== "running") return;
  const shift = sound === "move" || sound === "take" ? 1 + VARIATION * (Math.random() - 0.5) : 1;
  for (const tone of SOUNDS[sound]) playTone(context, { ...tone, pitch: tone.pitch * shift });
}

function playTone(context: AudioContext, tone: Tone): void {
  const start = context.currentTime + tone.at;
  const { pitch, loud, length } = OVERTONE;
  ring(context, start, tone.pitch, tone.loud, tone.length);
  ring(context, start, tone.pitch * pitch, tone.loud * loud, tone.length * length);
  knock(context, start, tone);
}

/** Play a pure tone that fades. */
function ring(context: AudioContext, start: number, pitch: number, loud: number, length: number): void {
  const tone = context.createOscillator();
  tone.frequency.value = pitch;
  tone.connect(fading(context, start, loud, length));
  tone.start(start);
  tone.stop(start + length);
}

/** Play a moment of noise around the pitch of a tone. */
function knock(context: AudioContext, start: number, tone: Tone): void {
  const click = context.createBufferSource();
  click.buffer = noise(context);
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = tone.pitch * 4;
  click.connect(filter).connect(fading(context, start, tone.loud * tone.knock * 2, 0.03));
  click.start(start);
}

function fading(context: AudioContext, start: number, loud: number, length: number): GainNode {
  const volume = context.createGain();
  volume.gain.setValueAtTime(loud * settings.volume, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  volume.connect(context.destination);
  return volume;
}

function noise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate * 0.03, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < data.length; n++) data[n] = Math.random() * 2 - 1;
  return buffer;
}
