// Trying again until it succeeds, and saying why it doesn't.
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from './log.ts';

type PersistOptions = {
  /** Pause after each failure. */
  againAfterMs: number;
  /** Once it is aborted nothing more is tried. */
  signal: AbortSignal;
  log: Pick<Log, 'warn'>;
  /** What the log says of a failure: once for each kind of cause, not for each try. */
  failure: string;
};

/** What `start` gives, as soon as it succeeds; undefined when it is no longer wanted. */
export async function persist<Result>(
  start: () => Promise<Result>,
  { againAfterMs, signal, log, failure }: PersistOptions,
): Promise<Result | undefined> {
  const told = new Set<string>();
  while (!signal.aborted) {
    try {
      return await start();
    } catch (error) {
      const kind = kindOf(error);
      if (!told.has(kind)) log.warn({ err: error }, failure);
      told.add(kind);
    }
    await wait(againAfterMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

/** Drivers and the system give codes; what has none is told apart by its words. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${(error as NodeJS.ErrnoException).code ?? error.message}`;
}
