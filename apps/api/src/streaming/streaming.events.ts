// The events that nodes publish to each other about streams.
import { z } from 'zod';
import { defineTopic } from '../platform/events.ts';

/** The customer has stopped this stream session: every node closes its sockets. */
export const sessionStopped = defineTopic(
  'stream_session_stopped',
  z.object({ user_id: z.uuid(), device_id: z.uuid(), session_id: z.uuid() }),
);

/** The viewer that controls a device on a node (`relay/shared-seat.ts`). */
export const seatChanged = defineTopic(
  'stream_seat_changed',
  z.object({
    device_id: z.uuid(),
    assignment_id: z.uuid(),
    node_id: z.string().max(100),
    kind: z.enum(['asked', 'answered', 'taken', 'used', 'left', 'counted']),
    to_node_id: z.string().max(100).nullable(),
    holds: z.boolean(),
    viewer_id: z.string().max(100).nullable(),
    viewers: z.number().int().nonnegative(),
    holder: z
      .object({
        kind: z.enum(['person', 'key', 'program', 'guest']),
        name: z.string().max(100),
        id: z.uuid(),
      })
      .nullable()
      .optional(),
  }),
);
