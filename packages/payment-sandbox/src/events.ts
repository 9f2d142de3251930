// Events and their webhooks: signed like Stripe's (docs.stripe.com/webhooks), retried with growing
// delays for three days, in no guaranteed order. Undelivered ones survive a restart.
import { createHmac } from 'node:crypto';
import { type ApiEvent, newId, seconds } from './objects.ts';
import type { Delivery, Store } from './store.ts';

export type Emit = (type: string, object: unknown) => void;

/** Faults of webhooks, for tests. */
export type WebhookFaults = {
  /** Drops webhooks, as if they were lost in transit. */
  drop: boolean;
  /** How often each webhook is sent. */
  copies: number;
  /** Sends the newest first. */
  reverse: boolean;
};

export type WebhookTarget = { url: string; secret: string };

const apiVersion = '2026-10-28.endive';
const retryDelaysMs = [500, 2_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000];
const retryPeriodMs = 3 * 24 * 3_600_000;
const answerWithinMs = 10_000;
const atOnce = 4;

export type Webhooks = { emit: Emit; flush: () => void; stop: () => Promise<void> };

export function startWebhooks(options: {
  store: Store;
  target: WebhookTarget | undefined;
  faults: WebhookFaults;
  nowMs: () => number;
}): Webhooks {
  const { store, target, faults, nowMs } = options;
  const stopping = new AbortController();
  const sending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const emit: Emit = (type, object) => {
    const event: ApiEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: seconds(options),
      livemode: false,
      type,
      data: { object },
      pending_webhooks: target === undefined ? 0 : 1,
      request: { id: null, idempotency_key: null },
    };
    store.put('event', event);
    if (target === undefined || faults.drop) return;
    for (let copy = 0; copy < faults.copies; copy += 1) {
      const delivery = { event_id: event.id, attempts: 0, next_at_ms: nowMs(), done: false };
      store.put('delivery', { id: newId('whd'), ...delivery });
    }
    schedule(0);
  };

  const schedule = (delayMs: number): void => {
    if (stopping.signal.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(work, Math.min(delayMs, 60_000));
  };

  const work = (): void => {
    const waiting = store.list('delivery').filter(({ id, done }) => !done && !sending.has(id));
    const due = waiting.filter((delivery) => delivery.next_at_ms <= nowMs());
    if (faults.reverse) due.reverse();
    for (const delivery of due.slice(0, Math.max(0, atOnce - sending.size))) {
      sending.add(delivery.id);
      deliver(delivery).finally(() => {
        sending.delete(delivery.id);
        schedule(0);
      });
    }
    const next = Math.min(...waiting.filter((each) => !due.includes(each)).map((each) => each.next_at_ms));
    if (Number.isFinite(next)) schedule(Math.max(20, next - nowMs()));
  };

  const deliver = async (delivery: Delivery): Promise<void> => {
    const event = store.find('event', delivery.event_id);
    if (event === undefined || target === undefined) return;
    const isDone = await post(target, event, stopping.signal, seconds(options));
    if (stopping.signal.aborted) return;
    const attempts = delivery.attempts + 1;
    const delayMs = retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? 0;
    const hasExpired = nowMs() - event.created * 1_000 > retryPeriodMs;
    store.put('delivery', {
      ...delivery,
      attempts,
      done: isDone || hasExpired,
      next_at_ms: nowMs() + delayMs,
    });
    if (isDone) store.put('event', { ...event, pending_webhooks: 0 });
  };

  schedule(0);
  return {
    emit,
    flush: () => schedule(0),
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}

/** Returns whether the receiver has accepted it. */
async function post(
  target: WebhookTarget,
  event: ApiEvent,
  stopping: AbortSignal,
  timestampS: number,
): Promise<boolean> {
  const payload = JSON.stringify(event);
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': sign(payload, target.secret, timestampS),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerWithinMs)]),
    });
    await response.body?.cancel();
    return response.status >= 200 && response.status < 300;
  } catch {
    return false;
  }
}

/** The header Stripe-Signature: HMAC-SHA256 over "t.payload". */
function sign(payload: string, secret: string, timestampS: number): string {
  const digest = createHmac('sha256', secret).update(`${timestampS}.${payload}`).digest('hex');
  return `t=${timestampS},v1=${digest}`;
}
