// Names and payloads of the jobs that orders enqueue. Payments runs those that concern money.
import { z } from 'zod';
import { defineTask } from '../platform/jobs.ts';

const payload = z.object({ order_id: z.uuid() });

/** Releases holds past their end. */
export const expireHoldTask = defineTask('expire_hold', payload);

/** A quote's phones are no longer reserved: customer and sales team get a mail. */
export const reservationEndedTask = defineTask('reservation_ended', payload);

/** The order was abandoned: payments cancels its open payment. */
export const orderAbandonedTask = defineTask('order_abandoned', payload);

/** A paid order could not extend some of its rentals: payments refunds their shares. */
export const lostExtensionsTask = defineTask('refund_lost_extensions', payload);

const undelivered = z.object({
  assignment_id: z.uuid(),
  reason: z.enum(['not_started', 'phone_failed']),
  /** From the failure of the phone to the end of the rental. */
  unused: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }),
});
export type UndeliveredRental = z.infer<typeof undelivered>;

/** A rental ended because there was no phone for it: payments refunds the time that was not delivered. */
export const undeliveredTask = defineTask('refund_undelivered', undelivered);
