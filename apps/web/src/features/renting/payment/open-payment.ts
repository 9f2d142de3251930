// Which order this tab has phones held for. A page behind the payment reads it to give them back: "leaving by Back
// releases the hold" (spec-decisions 12), also when it was the browser's own Back button.
export type PaymentKind = 'rental' | 'extension';

const keys: Record<PaymentKind, string> = {
  rental: 'pocketfleet-open-payment',
  extension: 'pocketfleet-open-extension',
};

export function rememberOpenPayment(kind: PaymentKind, orderId: string): void {
  change((storage) => storage.setItem(keys[kind], orderId));
}

export function forgetOpenPayment(kind: PaymentKind): void {
  change((storage) => storage.removeItem(keys[kind]));
}

/** The order to give back, once. */
export function takeOpenPayment(kind: PaymentKind): string | null {
  let orderId: string | null = null;
  change((storage) => {
    orderId = storage.getItem(keys[kind]);
    storage.removeItem(keys[kind]);
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
