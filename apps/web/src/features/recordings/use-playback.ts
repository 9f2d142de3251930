// The position in a recording, and how it moves.
import { useCallback, useEffect, useRef, useState } from 'react';

export const speeds = ['1', '2', '4', '8'] as const;
type Speed = (typeof speeds)[number];
/** Without a change for longer than this is a still part. */
const stillMs = 3_000;
const beforeChangeMs = 700;
/** How often the page follows the picture. */
const showEveryMs = 100;

export type Playback = {
  atMs: number;
  isPlaying: boolean;
  speed: Speed;
  skipsStill: boolean;
  seek(atMs: number): void;
  toggle(): void;
  setSpeed(speed: Speed): void;
  setSkipsStill(skips: boolean): void;
};

/** `changes`: the times at which something changes, in order. `onMove` is called for each frame of the browser. */
export function usePlayback(
  durationMs: number,
  changes: readonly number[],
  onMove: (atMs: number) => void,
): Playback {
  const position = useRef(0);
  const [atMs, setAtMs] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>('1');
  const [skipsStill, setSkipsStill] = useState(true);
  const seek = useCallback(
    (ms: number) => {
      position.current = Math.max(0, Math.min(durationMs, ms));
      setAtMs(position.current);
      onMove(position.current);
    },
    [durationMs, onMove],
  );
  useEffect(() => {
    if (!isPlaying) return;
    let lastMs = performance.now();
    let shownAtMs = 0;
    let request = 0;
    const step = (nowMs: number): void => {
      let next = position.current + (nowMs - lastMs) * Number(speed);
      lastMs = nowMs;
      const change = skipsStill ? nextChange(changes, next) : undefined;
      if (change !== undefined && change - next > stillMs) next = change - beforeChangeMs;
      position.current = Math.min(durationMs, next);
      onMove(position.current);
      if (nowMs - shownAtMs >= showEveryMs) {
        shownAtMs = nowMs;
        setAtMs(position.current);
      }
      if (position.current < durationMs) request = requestAnimationFrame(step);
      else {
        setAtMs(position.current);
        setPlaying(false);
      }
    };
    request = requestAnimationFrame(step);
    return () => cancelAnimationFrame(request);
  }, [isPlaying, speed, skipsStill, changes, durationMs, onMove]);
  const toggle = () => {
    if (!isPlaying && position.current >= durationMs) seek(0);
    setPlaying(!isPlaying);
  };
  return { atMs, isPlaying, speed, skipsStill, seek, toggle, setSpeed, setSkipsStill };
}

/** By halving: it is asked for each frame. */
export function nextChange(changes: readonly number[], atMs: number): number | undefined {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle] ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return changes[low];
}
