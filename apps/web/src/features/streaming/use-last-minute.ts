import type { PlayerStats } from '@pocketfleet/stream-player';
import { useEffect, useState } from 'react';
import { delayMs } from './connection-words.ts';

/** Figures come about once a second. */
export const keptSeconds = 60;

type LastMinute = { framesPerSecond: readonly number[]; delayMs: readonly number[] };

/** The figures of the last minute, oldest first. */
export function useLastMinute(stats: PlayerStats | null): LastMinute {
  const [past, setPast] = useState<LastMinute>({ framesPerSecond: [], delayMs: [] });
  useEffect(() => {
    if (stats === null) return;
    const delay = delayMs(stats);
    setPast((known) => ({
      framesPerSecond: [...known.framesPerSecond, stats.framesPerSecond].slice(-keptSeconds),
      delayMs: delay === null ? known.delayMs : [...known.delayMs, delay].slice(-keptSeconds),
    }));
  }, [stats]);
  return past;
}
