// /ws/events: one socket for each tab. An event only says what has changed; the page
// fetches it. Subprotocols offered: "pocketfleet" and the ticket. A reconnect refetches everything.
import { z } from 'zod';

export const changeEvent = z.object({
  type: z.literal('changed'),
  /** The data that the page must fetch again. */
  what: z.enum(['devices', 'assignments', 'orders', 'account', 'activity', 'questions']),
});

export const eventMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    server_time_ms: z.number(),
    /** How often heartbeats come. A server of an older version doesn't say it. */
    heartbeat_every_ms: z.number().int().positive().optional(),
  }),
  changeEvent,
  /** A tab that has missed two of them is cut off, although its browser may not know it. */
  z.object({ type: z.literal('heartbeat') }),
]);
export type EventMessage = z.infer<typeof eventMessage>;
