// Charges the demo's order at the payment sandbox, so that our team can refund it and the audit finds no difference. It is
// never used with real keys.
import {
  insertLedger,
  insertPayment,
  lockByIntent,
  lockLatestPayment,
  type PaymentRow,
  updateIntent,
  updateStatus,
} from './payments/payments.sql.ts';
import { type Db, inTransaction } from './platform/database.ts';
import { createProvider, type StripeOptions } from './platform/stripe.ts';

const email = 'demo@pocketfleet.example';

export type DemoOrder = { id: string; number: string; amount: number };

/**
 * Charges the demo's order at the sandbox and books it as its webhook would. Nothing is booked unless the sandbox has the
 * money. The webhook may be faster and books the same (`applyCharge`). Throws when the sandbox refuses; the call can be
 * repeated then.
 */
export async function chargeDemoOrder(
  db: Db,
  payments: StripeOptions | undefined,
  order: DemoOrder,
): Promise<void> {
  const provider = createProvider({ payments });
  if (payments?.browser.kind !== 'sandbox' || provider === undefined) {
    throw new Error('the demo pays at the payment sandbox only');
  }
  const payment = await attemptOf(db, order);
  const intent = await provider.createIntent({
    order_id: order.id,
    payment_id: payment.id,
    order_number: order.number,
    amount: order.amount,
    email,
    idempotencyKey: payment.idempotency_key,
  });
  await updateIntent(db, payment.id, intent.id);
  if ((await provider.getIntent(intent.id)).status !== 'succeeded') {
    await confirm(payments.browser.url, intent);
  }
  await inTransaction(db, async (tx) => {
    await lockByIntent(tx, intent.id);
    await updateStatus(tx, payment.id, 'succeeded');
    await insertLedger(tx, {
      source: `charge:${intent.id}`,
      order_id: order.id,
      debit: 'provider',
      credit: 'revenue',
      amount: order.amount,
    });
  });
}

/** The attempt that an earlier start left open, or the next one. */
async function attemptOf(db: Db, order: DemoOrder): Promise<PaymentRow> {
  const latest = await lockLatestPayment(db, order.id);
  if (latest !== undefined && latest.status !== 'canceled' && latest.status !== 'none') return latest;
  const attempt = (latest?.attempt ?? 0) + 1;
  const payment = await insertPayment(db, { order_id: order.id, attempt, amount: order.amount, email });
  if (payment === undefined) throw new Error('the demo’s order is being paid already');
  return payment;
}

/** Pays as the card form does with Stripe's first test card. */
async function confirm(
  sandboxUrl: string,
  { id, client_secret }: { id: string; client_secret: string },
): Promise<void> {
  const response = await fetch(`${sandboxUrl}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_demo' },
    body: new URLSearchParams({ client_secret, payment_method: 'pm_card_visa' }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`the sandbox refused the demo’s payment: ${await response.text()}`);
}
