// Sounds and notices: short tones, made here and off at first; a notice of one's turn on a hidden page.

import { setting } from "./keep.js";
import { say } from "./words.js";

/** @type {AudioContext | null} */
let context = null;

/**
 * A tone that fades.
 * @param {number} pitch
 * @param {number} length
 * @param {number} [after]
 * @param {OscillatorType} [shape]
 * @param {number} [loud]
 */
function tone(pitch, length, after = 0, shape = "sine", loud = 0.06) {
  if (!context) return;
  const start = context.currentTime + after,
    oscillator = context.createOscillator(),
    volume = context.createGain();
  oscillator.type = shape;
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  touch: () => tone(900, 0.04, 0, "triangle", 0.03),
  refused: () => tone(140, 0.12, 0, "square", 0.03),
  turn: () => (tone(523, 0.16), tone(659, 0.2, 0.12)),
  end: () => (tone(523, 0.3), tone(659, 0.3, 0.18), tone(784, 0.4, 0.36)),
};

/** @param {string} name */
export function play(name) {
  if (name === "turn" && document.hidden && setting("notices"))
    navigator.serviceWorker?.ready.then((worker) =>
      worker.showNotification(say("your-turn"), { icon: "/icon.svg", tag: location.pathname }),
    );
  if (!setting("sound")) return;
  context ??= new AudioContext();
  SOUNDS[name]?.();
}
