// The seat of a phone: who acts on it now, at the picture or by calls. Only one principal does at a time.
import { z } from 'zod';
import { id } from './fields.ts';
import { defineRoute } from './route.ts';

const principalKind = z.enum(['person', 'key', 'program', 'guest']);

export const deviceSeat = z.object({
  /** Null: nobody. The next to act takes it. */
  holder: z
    .object({
      kind: principalKind,
      name: z.string(),
      /** Of the user, or of the key's, program's or guest's credential. */
      id: z.uuid(),
      is_you: z.boolean(),
    })
    .nullable(),
  since: z.string().nullable(),
  /** Grows each time the seat changes hands. */
  generation: z.int().nonnegative(),
});
export type DeviceSeat = z.infer<typeof deviceSeat>;

const params = z.object({ id });

export const getSeat = defineRoute({
  method: 'GET',
  path: '/devices/{id}/seat',
  caller: 'customer',
  needs: ['watch'],
  summary: 'The holder of this phone’s seat now.',
  params,
  response: deviceSeat,
});

export const takeSeat = defineRoute({
  method: 'POST',
  path: '/devices/{id}/seat/take',
  caller: 'customer',
  needs: ['control'],
  summary:
    'Take this phone. A person takes it from anybody; a key or a program from other keys and programs, not from a person who uses it.',
  params,
  response: deviceSeat,
});

export const giveSeat = defineRoute({
  method: 'POST',
  path: '/devices/{id}/seat/give',
  caller: 'customer',
  needs: ['control'],
  summary: 'Give this phone back: it is free for the next to act. Does nothing if you don’t have it.',
  params,
  response: deviceSeat,
});

export const cutSeat = defineRoute({
  method: 'POST',
  path: '/devices/{id}/seat/cut',
  caller: 'customer',
  needs: ['control'],
  summary:
    'Cut somebody off from this phone: all that they have open on it closes, shells and bridges too, and you have the phone. For people only.',
  params,
  body: z.object({ kind: principalKind, id: z.uuid() }),
  response: deviceSeat,
});
