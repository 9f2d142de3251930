// What goes through PostgreSQL beside NATS: numbered events in their order, and beats. What fails is sent again until it succeeds, so
// that the others learn by a number what was lost. Nothing of it is applied twice, because it is numbered.
import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresWire } from './postgres-wire.ts';

export type SecondWay = {
  send: (texts: readonly string[]) => void;
  /** Sent after what waits. The beat is made when it is sent; at most one waits. */
  beat: () => void;
  /** Tries once more to send what waits. */
  stop: () => Promise<void>;
};

/** What is beyond is lost, and noticed by its number. */
const maxWaiting = 1_000;
const sentAtOnce = 100;
const againAfterMs = 500;

export function createSecondWay(
  { sendToAll }: Pick<PostgresWire, 'sendToAll'>,
  makeBeat: () => string,
): SecondWay {
  const waiting: string[] = [];
  const stopping = new AbortController();
  let isBeatDue = false;
  let sending: Promise<void> | undefined;

  /** False when it failed. */
  const sendNext = async (): Promise<boolean> => {
    if (waiting.length === 0) {
      isBeatDue = false;
      if (await sendToAll([makeBeat()])) return true;
      isBeatDue = true;
      return false;
    }
    const batch = waiting.slice(0, sentAtOnce);
    if (!(await sendToAll(batch))) return false;
    waiting.splice(0, batch.length);
    return true;
  };
  const sendAll = async (): Promise<void> => {
    try {
      do {
        if (await sendNext()) continue;
        if (stopping.signal.aborted) return;
        await wait(againAfterMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      } while (waiting.length > 0 || isBeatDue);
    } finally {
      // At once, so that nothing is added to a run that has ended.
      sending = undefined;
    }
  };
  const start = (): void => {
    sending ??= sendAll();
  };
  return {
    send: (texts) => {
      waiting.push(...texts.slice(0, maxWaiting - waiting.length));
      start();
    },
    beat: () => {
      isBeatDue = true;
      start();
    },
    stop: async () => {
      stopping.abort();
      await sending;
    },
  };
}
