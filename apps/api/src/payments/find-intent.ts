import { type PaymentIntent, PaymentProviderError } from '../platform/stripe.ts';
import type { PaymentsDeps } from './payments-deps.ts';

/** Undefined when the provider doesn't know the intent. */
export async function findIntent(deps: PaymentsDeps, intentId: string): Promise<PaymentIntent | undefined> {
  try {
    return await deps.provider.getIntent(intentId);
  } catch (error) {
    if (error instanceof PaymentProviderError && error.kind === 'not_found') return undefined;
    throw error;
  }
}
