// Decides when to reconnect. Pure: the connection owns the timers.
import { type CloseReason, closeCodes, closeReasonOf } from '@pocketfleet/contract';

/** For this long after the loss attempts follow each other quickly; then the delay doubles. */
const fastReconnectMs = 30_000;
const fastDelayMs = 250;
const maxDelayMs = 5_000;
const minTimeoutMs = 5_000;
const maxTimeoutMs = 20_000;

/** The delay before the next attempt, after `attempt` attempts since the loss, which was `sinceLossMs` ago. */
export function reconnectDelayMs(attempt: number, sinceLossMs: number): number {
  if (sinceLossMs < fastReconnectMs) return fastDelayMs;
  const fastAttempts = fastReconnectMs / fastDelayMs / 5;
  const doublings = Math.max(0, Math.min(10, attempt - fastAttempts));
  return Math.min(maxDelayMs, fastDelayMs * 2 ** doublings);
}

/**
 * The timeout of one attempt, from the request for a ticket to the relay's welcome. It is short while a lost network may
 * return at any moment. It is longer later, for slow lines, and for the very first attempt. It grows with the time since the
 * loss: fifty tiles on a machine that needs ten seconds for them would otherwise give up each time and begin again.
 */
export function attemptTimeoutMs(attempt: number, sinceLossMs: number): number {
  if (attempt > 0 && sinceLossMs < fastReconnectMs) return 1_000;
  return Math.min(maxTimeoutMs, Math.max(minTimeoutMs, sinceLossMs / 8));
}

/** Shown for a loss without a close code of ours. */
export const connectionLost = 'The connection was lost. Please check your internet connection.';

/** No attempt follows. `reason`: of the relay's close code; undefined for a refused ticket. */
export type StreamEnd = {
  readonly detail: string;
  readonly isUnauthorized: boolean;
  readonly reason?: CloseReason | undefined;
};

export interface CloseOutcome {
  readonly reconnect: boolean;
  /** Shown by the page. */
  readonly detail: string;
  /** The least delay before the next attempt: the server has too many connections, or the phone is away. */
  readonly minDelayMs: number;
}

/** The meaning of a websocket's close code for the viewer. Codes that are not ours (1006 and the like) reconnect. */
export function outcomeOfClose(code: number): CloseOutcome {
  const reason = closeReasonOf(code);
  if (reason === undefined) return { reconnect: true, detail: connectionLost, minDelayMs: 0 };
  const { reconnect, detail } = closeCodes[reason];
  const minDelayMs = reason === 'too_many' || reason === 'device_offline' ? 1_000 : 0;
  return { reconnect, detail, minDelayMs };
}
