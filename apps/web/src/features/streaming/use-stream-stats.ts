import type { Player, PlayerStats } from '@pocketfleet/stream-player';
import { startTransition, useEffect, useState } from 'react';

/**
 * The player's figures, about once a second while frames are drawn; null before the first. Only the components that show them
 * use it, so that nothing else of the page is rendered again. The next frame is more urgent than they are.
 */
export function useStreamStats(player: Player | null): PlayerStats | null {
  const [last, setLast] = useState<{ player: Player; stats: PlayerStats }>();
  useEffect(
    () => player?.on('stats', (stats) => startTransition(() => setLast({ player, stats }))),
    [player],
  );
  return last !== undefined && last.player === player ? last.stats : null;
}
