// The order that this tab has phones held for, in each team: a tab can go from one team to another. When the customer returns
// to an earlier page, even with the browser's own Back button, that page reads it here and gives the phones back.
import { teamId } from '../../../team.ts';

export type PaymentKind = 'rental' | 'extension';

const names: Record<PaymentKind, string> = {
  rental: 'pocketfleet-open-payment',
  extension: 'pocketfleet-open-extension',
};

/** For the personal account it is the name that tabs of the version before use. */
function keyOf(kind: PaymentKind): string {
  return teamId === null ? names[kind] : `${names[kind]}:${teamId}`;
}

export function rememberOpenPayment(kind: PaymentKind, orderId: string): void {
  change((storage) => storage.setItem(keyOf(kind), orderId));
}

export function forgetOpenPayment(kind: PaymentKind): void {
  change((storage) => storage.removeItem(keyOf(kind)));
}

/** The order to give back, once. */
export function takeOpenPayment(kind: PaymentKind): string | null {
  let orderId: string | null = null;
  change((storage) => {
    orderId = storage.getItem(keyOf(kind));
    storage.removeItem(keyOf(kind));
  });
  return orderId;
}

/** Where storage is blocked the hold ends by itself. */
function change(step: (storage: Storage) => void): void {
  try {
    step(sessionStorage);
  } catch {
    // Nothing is remembered then.
  }
}
