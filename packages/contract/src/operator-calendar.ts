// The calendar of phones and their tenants, and the tasks that wait for the team.
import { z } from 'zod';
import { givenInstant, id, instant } from './fields.ts';
import { deviceState } from './operator-fleet.ts';
import { defineOperatorRoute, operatorPage, pageOf, searchText } from './operator-route.ts';

export const calendarSpan = z.object({
  assignment_id: id,
  state: z.enum(['held', 'scheduled', 'active', 'ended']),
  user_id: id,
  username: z.string(),
  order_id: id.nullable(),
  starts_at: instant,
  /** Null: open-ended. */
  expires_at: instant.nullable(),
  /** With the turnover for cleaning; the phone is free from here. */
  occupied_until: instant.nullable(),
});
export type CalendarSpan = z.infer<typeof calendarSpan>;

export const calendarRow = z.object({
  device_id: id,
  tag: z.string(),
  label: z.string(),
  model: z.string(),
  host_name: z.string(),
  state: deviceState,
  spans: z.array(calendarSpan),
});
export type CalendarRow = z.infer<typeof calendarRow>;

export const getCalendar = defineOperatorRoute({
  method: 'GET',
  path: '/calendar',
  caller: 'operator',
  permission: 'fleet_view',
  act: null,
  summary: 'Phones with their spans between two instants, at most 12 months apart.',
  query: z.object({
    ...operatorPage,
    from: givenInstant,
    to: givenInstant,
    /** Searches tag, label, model, host, and the names of the tenants in this time. */
    q: searchText,
    host_id: id.optional(),
    /** Only phones in stock that are free for all of this time, or clean and free at this moment. */
    free: z.enum(['now', 'whole']).optional(),
  }),
  response: pageOf(calendarRow),
});

/** The figures in the console's frame. */
export const getOperatorSummary = defineOperatorRoute({
  method: 'GET',
  path: '/summary',
  caller: 'operator',
  permission: null,
  act: null,
  summary: 'How many there are of what waits for the team.',
  response: z.object({
    hosts: z.number().int(),
    hosts_online: z.number().int(),
    phones: z.number().int(),
    phones_online: z.number().int(),
    phones_rented: z.number().int(),
    phones_quarantined: z.number().int(),
    phones_cleaning: z.number().int(),
    open_alarms: z.number().int(),
    open_requests: z.number().int(),
    open_messages: z.number().int(),
    server_time: instant,
  }),
});

export const openWorkKind = z.enum([
  'alarms',
  'integrity_checks',
  'money',
  'reservations',
  'requests',
  'messages',
  'cleanings',
  'quarantined',
]);
export type OpenWorkKind = z.infer<typeof openWorkKind>;

export const openWork = z.object({
  kinds: z.array(
    z.object({
      kind: openWorkKind,
      count: z.number().int().positive(),
      /** The five oldest. */
      entries: z.array(
        z.object({
          id,
          /** The phone or order that it is about. */
          subject_id: id.nullable(),
          name: z.string(),
          detail: z.string(),
          since: instant,
        }),
      ),
    }),
  ),
});
export type OpenWork = z.infer<typeof openWork>;

export const listOpenWork = defineOperatorRoute({
  method: 'GET',
  path: '/open-work',
  caller: 'operator',
  permission: null,
  act: null,
  summary: 'Open work for people: each kind that the role may see, with its oldest entries.',
  response: openWork,
});
