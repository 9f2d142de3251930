// Idempotency-Key on calls that open a payment. Without a key, the same unpaid selection again gives the same order
// (place-order.ts). With one, the key's order is the answer for as long as the key is kept, also when its hold has ended or it
// was paid: so a program that repeats a call never has two orders.
import { createHash } from 'node:crypto';
import { AppError } from '../platform/app-error.ts';
import type { Reach } from '../platform/principal.ts';
import { keepPaymentKey, updatePaymentKeyOrder } from './payment-keys.sql.ts';
import { type OpenedPayment, openOrderPayment } from './payments.ts';
import type { PaymentsDeps } from './payments-deps.ts';

/** `call`: which call, with its path and body. Throws idempotency_key_reused, and the errors of `open`. */
export async function openOnce(
  deps: PaymentsDeps,
  buyer: Reach,
  given: { key: string | undefined; call: readonly unknown[] },
  open: () => Promise<OpenedPayment>,
): Promise<OpenedPayment> {
  const { key } = given;
  if (key === undefined) return open();
  const { user_id, workspace_id } = buyer;
  const fingerprint = createHash('sha256').update(JSON.stringify(given.call)).digest();
  const kept = await keepPaymentKey(deps.db, { user_id, workspace_id, key, fingerprint });
  if (kept === undefined) throw new AppError('conflict');
  if (kept.workspace_id !== workspace_id || !kept.fingerprint.equals(fingerprint)) {
    throw new AppError('idempotency_key_reused');
  }
  if (kept.order_id !== null) return openOrderPayment(deps, buyer, kept.order_id);
  const opened = await open();
  await updatePaymentKeyOrder(deps.db, { user_id, key, order_id: opened.order.id });
  return opened;
}
