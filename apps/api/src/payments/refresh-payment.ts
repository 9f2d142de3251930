// Reads the payment of an unpaid order from the provider when a customer views the order. The open payment page polls it, so
// a lost webhook doesn't keep a customer waiting. Each payment is read at most every four seconds, and a node reads only a
// few at a time; the sweep of due payments reads the rest.
import { findIntent } from './find-intent.ts';
import { takeViewedPayments } from './payments.sql.ts';
import type { PaymentsDeps } from './payments-deps.ts';
import { settleIntent } from './settle.ts';

const maxConcurrent = 8;

/** The returned function starts reading in the background and returns at once. */
export function createPaymentRefresher(deps: PaymentsDeps): (orderId: string) => void {
  let running = 0;
  return (orderId) => {
    if (running >= maxConcurrent) return;
    running += 1;
    refreshPayments(deps, orderId)
      .catch((error) => deps.log.warn({ err: error, order_id: orderId }, 'a payment could not be refreshed'))
      .finally(() => {
        running -= 1;
      });
  };
}

async function refreshPayments(deps: PaymentsDeps, orderId: string): Promise<void> {
  for (const { intent_id, status } of await takeViewedPayments(deps.db, orderId)) {
    const intent = intent_id === null ? undefined : await findIntent(deps, intent_id);
    // An unchanged payment is left to the sweep, which stores its growing interval.
    if (intent !== undefined && intent.status !== status) await settleIntent(deps, intent);
  }
}
