// The names and payloads of what orders do later, and of what they ask of the features to their right.
import { z } from 'zod';
import { defineTask } from '../platform/jobs.ts';

const payload = z.object({ order_id: z.uuid() });

/** Frees what is held past its end. */
export const expireHoldTask = defineTask('expire_hold', payload);

/** The order no longer waits for money: its open payment is to be called off. Done by payments. */
export const orderAbandonedTask = defineTask('order_abandoned', payload);

const undelivered = z.object({
  assignment_id: z.uuid(),
  reason: z.enum(['not_started', 'phone_failed']),
  /** From when the phone could not be used, and until when it was rented. */
  unused: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }),
});
export type UndeliveredRental = z.infer<typeof undelivered>;

/** A rental ended because no phone could be given: what wasn't delivered is to be refunded. Done by payments. */
export const undeliveredTask = defineTask('refund_undelivered', undelivered);
