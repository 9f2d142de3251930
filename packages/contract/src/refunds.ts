// Refunds as the customer sees them.
import { z } from 'zod';
import { id, instant } from './fields.ts';

export const refund = z.object({
  id,
  /** Integer cents. */
  amount: z.number().int().positive(),
  /** `at_provider`: made in the payment provider's dashboard and not by us. */
  reason: z.enum([
    'no_phones',
    'order_cancelled',
    'paid_twice',
    'not_started',
    'phone_failed',
    'operator',
    'at_provider',
  ]),
  /**
   * `requested` and `pending` are on their way to the card. `waiting` is sent once the customer's bank has decided about
   * the payment; `closed` never, because the money went back first, by the bank or in the provider's dashboard:
   * customers don't see such a one.
   */
  state: z.enum(['waiting', 'requested', 'pending', 'succeeded', 'failed', 'closed']),
  created_at: instant,
});
export type Refund = z.infer<typeof refund>;
