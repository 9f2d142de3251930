// When to try again. Pure: the connection owns the timers (goals.md, "reconnect").
import { closeCodes, closeReasonOf } from '@pocketfleet/contract';

/** Tries come fast for this long after the loss; then they back off. */
const fastReconnectMs = 30_000;
const fastDelayMs = 250;
const slowestDelayMs = 5_000;

/** How long to wait before the next try, for `attempt` tries made since the loss, `sinceLossMs` ago. */
export function reconnectDelayMs(attempt: number, sinceLossMs: number): number {
  if (sinceLossMs < fastReconnectMs) return fastDelayMs;
  const fastAttempts = fastReconnectMs / fastDelayMs / 5;
  const doublings = Math.max(0, Math.min(10, attempt - fastAttempts));
  return Math.min(slowestDelayMs, fastDelayMs * 2 ** doublings);
}

/**
 * How long one try may take, from asking for a ticket to the relay's welcome. Short while a lost network may
 * be back at any moment; longer later, so that a slow line gets through at all, and for the very first try.
 */
export function tryLimitMs(attempt: number, sinceLossMs: number): number {
  return attempt > 0 && sinceLossMs < fastReconnectMs ? 1_000 : 5_000;
}

/** What the page says when no close code tells more. */
export const lineLost = 'The connection was lost. Please check your internet connection.';

export interface CloseVerdict {
  readonly reconnect: boolean;
  /** What the page shows. */
  readonly detail: string;
  /** Wait at least this long: the server has said that it has enough. */
  readonly leastDelayMs: number;
}

/** What a websocket's close code means for the viewer. Codes that are not ours (1006 and the like) reconnect. */
export function verdictOfClose(code: number): CloseVerdict {
  const reason = closeReasonOf(code);
  if (reason === undefined) return { reconnect: true, detail: lineLost, leastDelayMs: 0 };
  const { reconnect, detail } = closeCodes[reason];
  const leastDelayMs = reason === 'too_many' || reason === 'device_offline' ? 1_000 : 0;
  return { reconnect, detail, leastDelayMs };
}
