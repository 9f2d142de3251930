// The messages that go through PostgreSQL beside NATS: numbered events in their order, and heartbeats. A failed one is sent again
// until it succeeds, so that the others learn by a number which were lost. Nothing of it is applied twice, because it is numbered.
import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresWire } from './postgres-wire.ts';

export type SecondWay = {
  send: (texts: readonly string[]) => void;
  /** Sent after what waits. The heartbeat is made when it is sent; at most one waits. */
  heartbeat: () => void;
  /** Tries once more to send what waits. */
  stop: () => Promise<void>;
};

/** Events beyond this are lost, and noticed by their numbers. */
const maxWaiting = 1_000;
const sentAtOnce = 100;
const againAfterMs = 500;

export function createSecondWay(
  { sendToAll }: Pick<PostgresWire, 'sendToAll'>,
  makeHeartbeat: () => string,
): SecondWay {
  const waiting: string[] = [];
  const stopping = new AbortController();
  let isHeartbeatDue = false;
  let sending: Promise<void> | undefined;

  /** False when it failed. */
  const sendNext = async (): Promise<boolean> => {
    if (waiting.length === 0) {
      isHeartbeatDue = false;
      if (await sendToAll([makeHeartbeat()])) return true;
      isHeartbeatDue = true;
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
      } while (waiting.length > 0 || isHeartbeatDue);
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
    heartbeat: () => {
      isHeartbeatDue = true;
      start();
    },
    stop: async () => {
      stopping.abort();
      await sending;
    },
  };
}
