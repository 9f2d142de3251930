import type { PaidCard } from '../platform/stripe.ts';

/** "Visa ending in 4242" */
export function cardInWords({ brand, last4 }: PaidCard): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`;
}
