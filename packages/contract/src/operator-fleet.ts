// Phones as our team sees them, and the team's actions on them.
import { z } from 'zod';
import { runnerState } from './agent-link.ts';
import { assignmentState, connectionState, longestReplacementNote } from './devices.ts';
import { givenInstant, id, instant, okResponse } from './fields.ts';
import { defineOperatorRoute, operatorPage, pageOf, reason, searchText } from './operator-route.ts';
import { fileResponse } from './route.ts';

export const deviceState = z.enum(['ready', 'cleaning', 'quarantined', 'retired']);
export type DeviceState = z.infer<typeof deviceState>;

/** The present or next tenant of a phone. */
export const tenancy = z.object({
  assignment_id: id,
  user_id: id,
  username: z.string(),
  order_id: id.nullable(),
  starts_at: instant,
  expires_at: instant.nullable(),
});
export type Tenancy = z.infer<typeof tenancy>;

export const phoneRow = z.object({
  id,
  tag: z.string(),
  label: z.string(),
  serial: z.string(),
  model: z.string(),
  manufacturer: z.string(),
  android_version: z.string().nullable(),
  host_id: id,
  host_name: z.string(),
  state: deviceState,
  /** The reason why it is not ready, as text; empty when it is ready. */
  state_reason: z.string(),
  runner_state: runnerState,
  /** The agent's text about it; may be empty. */
  runner_reason: z.string(),
  connection_state: connectionState,
  battery_level: z.number().int().nullable(),
  battery_temperature_tenths: z.number().int().nullable(),
  charging: z.boolean().nullable(),
  storage_free_bytes: z.number().int().nullable(),
  tenant: tenancy.nullable(),
  next_tenant: tenancy.nullable(),
  /** Online and nobody's: `GET /phones/{id}/thumbnail` may show its screen. */
  has_thumbnail: z.boolean(),
  open_alarm_count: z.number().int().nonnegative(),
  /** Other hosts that report it, the newest first. It moves to one of them only when our team allows it. */
  claims: z.array(z.object({ host_id: id, host_name: z.string(), since: instant })),
});
export type PhoneRow = z.infer<typeof phoneRow>;

export const listFleetPhones = defineOperatorRoute({
  method: 'GET',
  path: '/phones',
  caller: 'operator',
  permission: 'fleet_view',
  act: null,
  summary: 'Phones of all hosts.',
  query: z.object({
    ...operatorPage,
    /** Part of tag, label, serial, model, host or tenant's username. */
    q: searchText,
    host_id: id.optional(),
    state: deviceState.optional(),
    connection: connectionState.optional(),
    tenant: z.enum(['none', 'running', 'scheduled']).optional(),
    alarm: z.enum(['open']).optional(),
    sort: z.enum(['tag', 'host', 'battery', 'temperature', 'time_left']).default('tag'),
    direction: z.enum(['asc', 'desc']).default('asc'),
  }),
  response: pageOf(phoneRow),
});

const phoneParams = z.object({ id });

export const getFleetPhone = defineOperatorRoute({
  method: 'GET',
  path: '/phones/{id}',
  caller: 'operator',
  permission: 'fleet_view',
  act: null,
  summary: 'One phone with its last 50 assignments.',
  params: phoneParams,
  response: phoneRow.extend({
    assignments: z.array(tenancy.extend({ state: assignmentState, ended_at: instant.nullable() })),
  }),
});

export const phoneThumbnail = defineOperatorRoute({
  method: 'GET',
  path: '/phones/{id}/thumbnail',
  caller: 'operator',
  permission: 'fleet_view',
  act: null,
  summary: 'The screen of a phone that is nobody’s, as PNG; refused while it has a tenant.',
  params: phoneParams,
  responseKind: 'file',
  response: fileResponse,
});

export const assignPhone = defineOperatorRoute({
  method: 'POST',
  path: '/phones/{id}/assign',
  caller: 'operator',
  permission: 'fleet_assign',
  act: { name: 'assign_phone', subject: 'phone' },
  summary: 'Give a clean, free phone to a customer.',
  params: phoneParams,
  body: z.object({
    username: z.string({ error: 'Say who gets it' }).trim().min(1, 'Say who gets it').max(64),
    /** Now, when left out. */
    starts_at: givenInstant.optional(),
    /** Null: until an operator ends it. */
    expires_at: givenInstant.nullable(),
    order_id: id.optional(),
    reason,
  }),
  response: z.object({ assignment_id: id, phone: phoneRow }),
});

const assignmentParams = z.object({ id });

export const revokeAssignment = defineOperatorRoute({
  method: 'POST',
  path: '/assignments/{id}/revoke',
  caller: 'operator',
  permission: 'fleet_assign',
  act: { name: 'revoke_assignment', subject: 'assignment' },
  summary: 'End an assignment now; everything open on the phone closes. No refund by itself.',
  params: assignmentParams,
  body: z.object({ reason }),
  response: okResponse,
});

export const swapAssignment = defineOperatorRoute({
  method: 'POST',
  path: '/assignments/{id}/swap',
  caller: 'operator',
  permission: 'fleet_assign',
  act: { name: 'swap_phone', subject: 'assignment' },
  summary: 'Give the tenant another phone for the rest of their rental.',
  params: assignmentParams,
  body: z.object({
    /** Left out: the best free one. */
    device_id: id.optional(),
    /** The reason in the customer's mail and panel. */
    customer_note: z.string().trim().max(longestReplacementNote).default(''),
    reason,
  }),
  response: z.object({ assignment_id: id, phone: phoneRow }),
});

const maintain = { method: 'POST', caller: 'operator', permission: 'fleet_maintain' } as const;
const phoneAct = { params: phoneParams, body: z.object({ reason }), response: phoneRow } as const;

export const quarantinePhone = defineOperatorRoute({
  ...maintain,
  ...phoneAct,
  path: '/phones/{id}/quarantine',
  act: { name: 'quarantine_phone', subject: 'phone' },
  summary: 'Take a phone out of stock until it is released. A tenant keeps it until swapped or revoked.',
});

export const releasePhone = defineOperatorRoute({
  ...maintain,
  ...phoneAct,
  path: '/phones/{id}/release',
  body: z.object({
    /** It was reset to factory settings, so its present state becomes the new baseline. */
    is_reset: z.boolean().default(false),
    reason,
  }),
  act: { name: 'release_phone', subject: 'phone' },
  summary: 'Back into stock: it is cleaned first, and ready only when that is proven.',
});

export const cleanPhone = defineOperatorRoute({
  ...maintain,
  ...phoneAct,
  path: '/phones/{id}/clean',
  act: { name: 'clean_phone', subject: 'phone' },
  summary: 'Clean a phone without a tenant now.',
});

export const rebootPhone = defineOperatorRoute({
  ...maintain,
  ...phoneAct,
  path: '/phones/{id}/reboot',
  act: { name: 'reboot_phone', subject: 'phone' },
  summary: 'Restart a phone.',
});

export const movePhone = defineOperatorRoute({
  ...maintain,
  ...phoneAct,
  path: '/phones/{id}/move',
  body: z.object({
    /** A host that reports the phone. */
    host_id: id,
    reason,
  }),
  act: { name: 'move_phone', subject: 'phone' },
  summary: 'Say that a phone is on another host now. A free one is cleaned there; a tenant keeps it.',
});

export const labelPhone = defineOperatorRoute({
  ...maintain,
  method: 'PATCH',
  path: '/phones/{id}',
  act: { name: 'label_phone', subject: 'phone' },
  summary: 'The tag that customers see, and the label for our team.',
  params: phoneParams,
  body: z.object({
    tag: z
      .string()
      .trim()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,31}$/,
        'A tag has 1 to 32 letters, digits, spaces, ".", "_" or "-"',
      )
      .optional(),
    label: z
      .string()
      .trim()
      .max(100, 'A label has at most 100 characters')
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'A label is one line')
      .optional(),
    reason,
  }),
  response: phoneRow,
});
