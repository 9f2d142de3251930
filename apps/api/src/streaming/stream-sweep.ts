// Each node checks the open sockets and channels of its relays against the database once a second. Events alone are not enough:
// each is published once, and may be lost on a half-open connection.
import type { Log } from '../platform/log.ts';

const usuallyEveryMs = 1_000;

export type SweepDeps = {
  log: Log;
  check: () => Promise<void>;
  socketChecksMs: number | undefined;
};

/** Returns the function that stops it. */
export function startStreamSweep(deps: SweepDeps): () => Promise<void> {
  let running: Promise<void> | undefined;
  const sweep = (): void => {
    // Without overlap, so that a slow database doesn't get more load.
    running ??= deps
      .check()
      .catch((error) => deps.log.warn({ err: error }, 'open streams could not be checked'))
      .finally(() => {
        running = undefined;
      });
  };
  sweep();
  const timer = setInterval(sweep, deps.socketChecksMs ?? usuallyEveryMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
