// The names and payloads of what orders do later, and of what they ask of the features to their right.
import { z } from 'zod';
import { defineTask } from '../platform/jobs.ts';

const payload = z.object({ order_id: z.uuid() });

/** Frees what is held past its end. */
export const expireHoldTask = defineTask('expire_hold', payload);

/** The order no longer waits for money: its open payment is to be called off. Done by payments. */
export const orderAbandonedTask = defineTask('order_abandoned', payload);
