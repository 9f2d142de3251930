import { setTimeout as pause } from 'node:timers/promises';
import type { AndroidScreen } from '@pocketfleet/phone-parts';

const LOOK_MS = 200;

/**
 * Waits until the trees of the screen have stayed the same for a time; Android waits for such a time without
 * accessibility events. False when it has not come within `mostMs`. Rejects with AbortError.
 */
export async function waitForQuiet(
  screen: AndroidScreen,
  quietMs: number,
  mostMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const untilMs = performance.now() + mostMs;
  const lookMs = Math.max(1, Math.min(LOOK_MS, quietMs, mostMs));
  const read = () => JSON.stringify(screen.windows());
  let before = read();
  for (let sameMs = 0; performance.now() < untilMs; ) {
    await pause(lookMs, undefined, { signal });
    const now = read();
    sameMs = now === before ? sameMs + lookMs : 0;
    if (sameMs >= Math.min(quietMs, mostMs)) return true;
    before = now;
  }
  return false;
}
