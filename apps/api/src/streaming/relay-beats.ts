// Says once a second that the relays of this node live. It has a timer of its own: a check of many sockets may take longer than the
// time after which a silent relay counts as dead.
import type { Log } from '../platform/log.ts';

const everyMs = 1_000;

/** Returns the function that stops it, after the last renewal. */
export function startRelayBeats(log: Log, renew: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    // Without overlap, so that a slow database doesn't get more load.
    running ??= renew()
      .catch((error) => log.warn({ err: error }, 'the rows of living relays could not be renewed'))
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
