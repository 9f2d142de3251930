// The events that nodes publish to each other about streams.
import { z } from 'zod';
import { defineTopic } from '../platform/events.ts';

/** The customer has stopped this stream session: every node closes its sockets. */
export const sessionStopped = defineTopic(
  'stream_session_stopped',
  z.object({ user_id: z.uuid(), device_id: z.uuid(), session_id: z.uuid() }),
);

/** The viewer that controls a device on a node (`shared-seat.ts` of the relay). */
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

const holder = z.object({
  kind: z.enum(['person', 'key', 'program', 'guest']),
  name: z.string().max(100),
  id: z.uuid(),
});

/** The row of a phone's seat has another holder. */
export const deviceSeatChanged = defineTopic(
  'device_seat_changed',
  z.object({
    device_id: z.uuid(),
    assignment_id: z.uuid(),
    generation: z.number().int().nonnegative(),
    holder: holder.nullable(),
    /** The person who has given it back by hand: their window gives up control, too. */
    given_by: z.uuid().optional(),
  }),
);

/** All that this principal has open on this phone is closed. */
export const cutOff = defineTopic(
  'cut_off',
  z.object({
    device_id: z.uuid(),
    assignment_id: z.uuid(),
    ...holder.pick({ kind: true, id: true }).shape,
    /** The name of the person who cut them off. A node of the version before doesn't say. */
    by: z.string().max(100).optional(),
  }),
);

/** Recording of this phone has begun or ended. */
export const phoneRecorded = defineTopic('phone_recorded', z.object({ device_id: z.uuid() }));
