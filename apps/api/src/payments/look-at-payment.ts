// A customer who looks at an order that is not paid yet has its payment read: the open payment page asks all the time, and
// a webhook that was lost keeps nobody waiting. Each payment is read at most every four seconds, whoever looks, and a
// node reads only a few at once; the reader of due payments finds the rest.
import { findIntent } from './find-intent.ts';
import { takeLookedAt } from './payments.sql.ts';
import type { PaymentsDeps } from './payments-deps.ts';
import { settleIntent } from './settle.ts';

const mostAtOnce = 8;

/** Returns what is called with an order that somebody looks at. It answers at once, and reads behind it. */
export function createLook(deps: PaymentsDeps): (orderId: string) => void {
  let running = 0;
  return (orderId) => {
    if (running >= mostAtOnce) return;
    running += 1;
    lookAtPayments(deps, orderId)
      .catch((error) => deps.log.warn({ err: error, order_id: orderId }, 'a payment could not be looked at'))
      .finally(() => {
        running -= 1;
      });
  };
}

async function lookAtPayments(deps: PaymentsDeps, orderId: string): Promise<void> {
  for (const { intent_id, status } of await takeLookedAt(deps.db, orderId)) {
    const intent = intent_id === null ? undefined : await findIntent(deps, intent_id);
    // Nothing new leaves it to its own turn, which comes ever more rarely.
    if (intent !== undefined && intent.status !== status) await settleIntent(deps, intent);
  }
}
