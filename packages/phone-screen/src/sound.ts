import type { SoundVoice } from './app.ts';

/** Mixes the sounds of all apps, on demand only. `volume` returns 0 to 1. */
export function createSoundMixer(volume: () => number) {
  const voices = new Set<SoundVoice>();
  return {
    play(voice: SoundVoice) {
      voices.add(voice);
      return () => voices.delete(voice);
    },
    pull(frames: number) {
      const gain = volume();
      if (voices.size === 0 || gain === 0) return undefined;
      const mixed = new Float32Array(frames * 2);
      const part = new Float32Array(frames * 2);
      for (const voice of voices) {
        part.fill(0);
        voice(part);
        for (let i = 0; i < mixed.length; i++) mixed[i] = (mixed[i] ?? 0) + (part[i] ?? 0) * gain;
      }
      return mixed.map((sample) => Math.max(-1, Math.min(1, sample)));
    },
  };
}
