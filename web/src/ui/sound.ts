// Short synthesised sounds; browsers allow them only after the first touch.

import { settings } from "../state/settings.svelte";

export type Sound = "move" | "take" | "turn" | "die" | "refused" | "end";

interface Tone {
  /** Seconds after the first. */
  at: number;
  pitch: number;
  length: number;
  /** The volume, from 0 to 1. */
  loud: number;
}

const SOUNDS: Record<Sound, Tone[]> = {
  move: [{ at: 0, pitch: 330, length: 0.07, loud: 0.5 }],
  take: [
    { at: 0, pitch: 210, length: 0.1, loud: 0.7 },
    { at: 0.06, pitch: 160, length: 0.14, loud: 0.6 },
  ],
  turn: [
    { at: 0, pitch: 520, length: 0.09, loud: 0.35 },
    { at: 0.12, pitch: 660, length: 0.12, loud: 0.35 },
  ],
  die: [0, 0.07, 0.13, 0.2, 0.24].map((at, n) => ({ at, pitch: 420 - 30 * n, length: 0.05, loud: 0.4 - 0.05 * n })),
  refused: [{ at: 0, pitch: 120, length: 0.12, loud: 0.5 }],
  end: [330, 415, 495, 660].map((pitch, n) => ({ at: 0.13 * n, pitch, length: 0.22, loud: 0.35 })),
};

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
  for (const tone of SOUNDS[sound]) playTone(context, tone);
}

/** Play a tone that fades quickly, with a little noise at its start: a knock on wood. */
function playTone(context: AudioContext, { at, pitch, length, loud }: Tone): void {
  const start = context.currentTime + at;
  const volume = context.createGain();
  volume.gain.setValueAtTime(loud * 0.4, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  volume.connect(context.destination);
  const tone = context.createOscillator();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch * 1.5, start);
  tone.frequency.exponentialRampToValueAtTime(pitch, start + 0.02);
  tone.connect(volume);
  tone.start(start);
  tone.stop(start + length);
  const click = context.createBufferSource();
  click.buffer = noise(context);
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch * 4;
  click.connect(filter).connect(volume);
  click.start(start, 0, 0.02);
}

function noise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate * 0.02, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < data.length; n++) data[n] = Math.random() * 2 - 1;
  return buffer;
}
