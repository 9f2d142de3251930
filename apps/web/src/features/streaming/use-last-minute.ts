import type { Player } from '@pocketfleet/stream-player';
import { startTransition, useEffect, useState } from 'react';
import { delayMs } from '../../streams/connection-label.ts';

/** The player sends its statistics about once a second. */
export const keptSeconds = 60;

type LastMinute = { framesPerSecond: readonly number[]; delayMs: readonly number[] };

/** The figures of the last minute, oldest first. */
export function useLastMinute(player: Player | null): LastMinute {
  const [past, setPast] = useState<LastMinute>({ framesPerSecond: [], delayMs: [] });
  useEffect(
    () =>
      player?.on('stats', (stats) => {
        const delay = delayMs(stats);
        startTransition(() =>
          setPast((before) => ({
            framesPerSecond: [...before.framesPerSecond, stats.framesPerSecond].slice(-keptSeconds),
            delayMs: delay === null ? before.delayMs : [...before.delayMs, delay].slice(-keptSeconds),
          })),
        );
      }),
    [player],
  );
  return past;
}
