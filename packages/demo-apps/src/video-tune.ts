import type { SoundVoice } from '@pocketfleet/phone-screen';

const SAMPLE_RATE = 48_000;
const NOTE_SAMPLES = SAMPLE_RATE / 4;
/** Semitones above A3: a calm arpeggio over four chords. */
const TUNE = [
  0, 7, 12, 16, 19, 16, 12, 7, -4, 3, 8, 12, 15, 12, 8, 3, -7, 0, 5, 9, 12, 9, 5, 0, -2, 5, 10, 14, 17, 14,
  10, 5,
];

/** Endless soft plucked notes, each a little to the left or right. */
export function createTune(): SoundVoice {
  let sample = 0;
  return (out) => {
    for (let i = 0; i < out.length; i += 2, sample++) {
      const left = voice(sample);
      // The echo comes from the right, an eighth later.
      const right = voice(sample - NOTE_SAMPLES / 2) * 0.6;
      out[i] = (left + right * 0.4) * 0.35;
      out[i + 1] = (left * 0.5 + right) * 0.35;
    }
  };
}

function voice(sample: number): number {
  if (sample < 0) return 0;
  const index = Math.floor(sample / NOTE_SAMPLES);
  const within = sample % NOTE_SAMPLES;
  const frequency = 220 * 2 ** ((TUNE[index % TUNE.length] ?? 0) / 12);
  const phase = (2 * Math.PI * frequency * within) / SAMPLE_RATE;
  const envelope = Math.min(1, within / 240) * Math.exp((-4 * within) / NOTE_SAMPLES);
  return (Math.sin(phase) + 0.3 * Math.sin(2 * phase) + 0.1 * Math.sin(3 * phase)) * envelope;
}
