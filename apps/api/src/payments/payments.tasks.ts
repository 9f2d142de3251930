// Names and payloads of the jobs of payments; payments.jobs.ts runs them.
import { z } from 'zod';
import { defineTask } from '../platform/jobs.ts';

export const applyEventTask = defineTask('apply_payment_event', z.object({ event_id: z.string() }));
export const sendRefundTask = defineTask('send_refund', z.object({ refund_id: z.uuid() }));
