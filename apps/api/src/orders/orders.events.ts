// The events of orders. Each is published in the transaction that makes it true.
import { z } from 'zod';
import { defineTopic } from '../platform/events.ts';

export const orderChanged = defineTopic(
  'order_changed',
  z.object({
    order_id: z.uuid(),
    user_id: z.uuid(),
    /** A node of the version before leaves it out: it knows only personal workspaces. */
    workspace_id: z.uuid().optional(),
  }),
);
