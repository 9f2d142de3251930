// The names and payloads of what payments do later; the work itself is in payments.jobs.ts.
import { z } from 'zod';
import { defineTask } from '../platform/jobs.ts';

export const applyEventTask = defineTask('apply_payment_event', z.object({ event_id: z.string() }));
export const sendRefundTask = defineTask('send_refund', z.object({ refund_id: z.uuid() }));
