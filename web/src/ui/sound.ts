// Short wooden sounds, made on the spot; silent until the first touch, as browsers ask.

import { settings } from "../state/settings.svelte";

export type Sound = "move" | "take" | "turn" | "die" | "refused" | "end";

interface Knock {
  /** Seconds after the first. */
  at: number;
  pitch: number;
  length: number;
  loud: number;
}

const SOUNDS: Record<Sound, Knock[]> = {
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

/** Milliseconds: it takes long to open the loudspeaker, and what the first touch changes should be seen before. */
const LATER = 100;

let context: AudioContext | null = null;

/** A finger that comes down is no touch yet to browsers, one that goes up is. */
export function wakeSounds(): void {
  addEventListener("pointerup", wake, { once: true });
  addEventListener("keydown", wake, { once: true });
}

function wake(): void {
  setTimeout(() => (context ??= new AudioContext()), LATER);
}

export function play(sound: Sound): void {
  if (!settings.sound || context?.state !== "running") return;
  for (const knock of SOUNDS[sound]) strike(context, knock);
}

/** A tone that dies away quickly, with a little noise at its beginning: a stick on wood. */
function strike(context: AudioContext, { at, pitch, length, loud }: Knock): void {
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
