// The cleaning queue with its proof, and the alarms.
import { z } from 'zod';
import { checkResult } from './cleaning.ts';
import { id, instant } from './fields.ts';
import { defineOperatorRoute, operatorPage, pageOf, reason, searchText } from './operator-route.ts';

export const cleaningRow = z.object({
  id,
  device_id: id,
  tag: z.string(),
  host_name: z.string(),
  /** `join` takes the baseline, `prepare` opens the phone to its next tenant. */
  purpose: z.enum(['join', 'clean', 'prepare']),
  /** The reason why it began, as text. */
  reason: z.string(),
  state: z.enum(['queued', 'running', 'proven', 'failed']),
  attempts: z.number().int().nonnegative(),
  created_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  /** The reason why it failed or waits; may be empty. */
  detail: z.string(),
  /** The evidence. */
  evidence: z.array(checkResult),
});
export type CleaningRow = z.infer<typeof cleaningRow>;

export const listCleanings = defineOperatorRoute({
  method: 'GET',
  path: '/cleanings',
  caller: 'operator',
  permission: 'fleet_view',
  act: null,
  summary: 'Cleanings: those that wait or run first, then the newest.',
  query: z.object({
    ...operatorPage,
    state: cleaningRow.shape.state.optional(),
    device_id: id.optional(),
    q: searchText,
    /** Without it, preparations for tenants are left out. */
    preparations: z.enum(['with']).optional(),
  }),
  response: pageOf(cleaningRow),
});

export const alarmKind = z.enum([
  'host_gone',
  'phone_offline',
  'phone_claimed',
  'cleaning_failed',
  'battery_hot',
  'host_lied',
  'provider_silent',
  'webhook_stuck',
  'webhook_set_aside',
  'order_undelivered',
  'audit_broken',
  'audit_unchecked',
  'disputed',
  'dispute_lost',
  'refunded_elsewhere',
]);
export type AlarmKind = z.infer<typeof alarmKind>;

export const alarmRow = z.object({
  id,
  kind: alarmKind,
  host_id: id.nullable(),
  host_name: z.string().nullable(),
  device_id: id.nullable(),
  tag: z.string().nullable(),
  /** The order that an alarm about money names; null for others. */
  order_id: id.nullable(),
  order_number: z.string().nullable(),
  detail: z.string(),
  began_at: instant,
  /** When the cause was gone; null while it lasts. */
  ended_at: instant.nullable(),
  acknowledged_at: instant.nullable(),
  acknowledged_by: z.string().nullable(),
});
export type AlarmRow = z.infer<typeof alarmRow>;

export const listAlarms = defineOperatorRoute({
  method: 'GET',
  path: '/alarms',
  caller: 'operator',
  permission: 'fleet_view',
  act: null,
  summary: 'Alarms: open ones first, then the newest.',
  query: z.object({
    ...operatorPage,
    state: z.enum(['open', 'ended']).optional(),
    kind: alarmKind.optional(),
    device_id: id.optional(),
  }),
  response: pageOf(alarmRow),
});

export const acknowledgeAlarm = defineOperatorRoute({
  method: 'POST',
  path: '/alarms/{id}/acknowledge',
  caller: 'operator',
  permission: 'fleet_maintain',
  act: { name: 'acknowledge_alarm', subject: 'alarm' },
  summary: 'Acknowledge an alarm; the reason says how it is handled.',
  params: z.object({ id }),
  body: z.object({ reason }),
  response: alarmRow,
});
