// Devices as the customer sees them, and the calls that open streams: spec sections 3 and 7.
// `id` and `phone_id` are the same value.
import { z } from 'zod';
import { id, instant, okResponse } from './fields.ts';
import { defineRoute } from './route.ts';
import { ticketPurpose } from './ticket-purpose.ts';

const deviceParams = z.object({ id });

export const connectionState = z.enum(['online', 'offline']);
export type ConnectionState = z.infer<typeof connectionState>;

export const assignmentState = z.enum(['held', 'scheduled', 'active', 'ended']);
export type AssignmentState = z.infer<typeof assignmentState>;

/** Why a phone took another one's place: it failed, was offline too long, our team exchanged it, or the customer chose. */
export const replacementReason = z.enum(['failed', 'offline', 'by_team', 'chosen']);
export type ReplacementReason = z.infer<typeof replacementReason>;

/** The note of our team to a customer about an exchange, in characters. */
export const longestReplacementNote = 200;

export const device = z.object({
  id,
  phone_id: id,
  tag: z.string(),
  model: z.string(),
  /** Ours beyond the spec: what the customer calls this phone; null without a name. */
  label: z.string().nullable(),
  /** Ours beyond the spec: the phone whose place this one took in a running rental, when and why (decision 157). */
  replaces: z
    .object({
      device_id: id,
      tag: z.string(),
      at: instant,
      /** The phones that had this place before, the latest first; at most ten. Missing when there was none. */
      earlier_device_ids: z.array(id).max(10).optional(),
      /** Null: not known, as of an exchange from before reasons were kept. */
      because: replacementReason.nullable(),
      /** Our team's words to the customer, with `by_team`. */
      note: z.string().nullable(),
    })
    .nullable(),
  device_serial: z.string().nullable(),
  user_id: id.nullable(),
  connection_state: connectionState,
  /** Percent, 0-100; null while never reported or not yet the customer's. */
  battery_state: z.number().int().min(0).max(100).nullable(),
  streaming_url: z.string().nullable(),
  shell_url: z.string().nullable(),
  tunnel_url: z.string().nullable(),
  computer_id: z.string().nullable(),
  computer_name: z.string().nullable(),
  computer: z.object({ ip: z.string() }).nullable(),
  stream_mappings: z.array(z.object({ starts_at: instant, expires_at: instant.nullable() })),
  /** Ours beyond the spec: `scheduled` phones open at `starts_at`. */
  assignment_state: assignmentState,
  assignment_id: id,
  starts_at: instant,
  android_version: z.string().nullable(),
  screen_width: z.number().int().positive().nullable(),
  screen_height: z.number().int().positive().nullable(),
});
export type Device = z.infer<typeof device>;

export const listPhones = defineRoute({
  method: 'GET',
  path: '/phones',
  caller: 'customer',
  needs: 'principal',
  summary: 'The phones assigned to the caller, running or scheduled.',
  response: z.array(device),
});

/** Of a customer’s own name for a phone, in characters. */
export const longestLabel = 60;

export const namePhone = defineRoute({
  method: 'PATCH',
  path: '/phones/{id}',
  caller: 'customer',
  needs: ['label'],
  summary: 'The caller’s own label for this phone, which nobody else sees. An empty label removes it.',
  params: deviceParams,
  body: z.object({
    label: z
      .string({ error: 'Give a label' })
      .trim()
      .max(longestLabel, `A label has at most ${longestLabel} characters`)
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'A label is one line'),
  }),
  response: okResponse,
});

export const getStreamingUrl = defineRoute({
  method: 'GET',
  path: '/phones/{id}/streaming-url',
  caller: 'customer',
  needs: 'principal',
  summary: 'The address of this phone’s stream. It is stable and contains no secret.',
  params: deviceParams,
  response: z.object({
    phone_id: id,
    device_serial: z.string().nullable(),
    streaming_url: z.string(),
    shell_url: z.string(),
    tunnel_url: z.string().nullable(),
    computer_id: z.string().nullable(),
    computer_name: z.string().nullable(),
  }),
});

export const startStream = defineRoute({
  method: 'POST',
  path: '/devices/{id}/stream/start',
  caller: 'customer',
  /** The purpose decides: `ticketPermissions`. */
  needs: 'anybody',
  summary: 'A single-use ticket, valid 60 seconds, for this phone’s websocket.',
  params: deviceParams,
  body: z
    .object({
      purpose: ticketPurpose.default('control'),
      /** An id that the browser proposes. */
      session_id: id.optional(),
    })
    .default({ purpose: 'control' }),
  response: z.object({
    success: z.literal(true),
    /** Websocket address without a secret. */
    stream_url: z.string(),
    session_id: id,
    ticket: z.string(),
    /** When the assignment ends; null when open-ended. */
    expires_at: instant.nullable(),
  }),
});

export const stopStream = defineRoute({
  method: 'POST',
  path: '/devices/{id}/stream/stop',
  caller: 'customer',
  needs: 'anybody',
  summary: 'Close the sockets that were opened with this stream session.',
  params: deviceParams,
  body: z.object({ session_id: id }),
  response: okResponse,
});

export const streamStatus = defineRoute({
  method: 'GET',
  path: '/devices/{id}/stream/status',
  caller: 'customer',
  needs: 'principal',
  summary: 'Whether anybody streams this phone now.',
  params: deviceParams,
  response: z.object({ isActive: z.boolean() }), // camelCase is fixed by the public contract
});

export const capabilities = defineRoute({
  method: 'GET',
  path: '/devices/{id}/capabilities',
  caller: 'customer',
  needs: 'principal',
  summary: 'The capabilities of this phone’s stream.',
  params: deviceParams,
  response: z.object({
    // camelCase is fixed by the public contract (spec section 3)
    supportsVideo: z.boolean(),
    supportsAudio: z.boolean(),
    supportsShell: z.boolean(),
    maxResolution: z.string(),
    supportedFormats: z.array(z.string()),
  }),
});

/** A ticket for /ws/events, the tab's one socket for live data. */
export const eventsTicket = defineRoute({
  method: 'POST',
  path: '/events/ticket',
  caller: 'customer',
  needs: 'principal',
  summary: 'A single-use ticket, valid 60 seconds, for /ws/events.',
  response: z.object({ ticket: z.string() }),
});
