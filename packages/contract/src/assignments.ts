// Assignments as their tenant sees them: the history, what was used, extending and handing back. Spec sections
// 3, 4 and 7.
import { z } from 'zod';
import { assignmentState, replacementReason } from './devices.ts';
import { id, instant, okResponse, pageFields, pageQuery } from './fields.ts';
import { numberOfPeriods, openedPayment, periodUnit } from './orders.ts';
import { defineRoute, fileResponse } from './route.ts';

export const assignment = z.object({
  id,
  /** The phone; a node of an older version leaves it out. */
  device_id: id.optional(),
  phone_model: z.string(),
  phone_device_serial: z.string().nullable(),
  starts_at: instant,
  expires_at: instant.nullable(),
  is_active: z.boolean(),
  state: assignmentState,
  tag: z.string(),
  order_id: id.nullable(),
  /** Whole hours from the start to the earlier of the end and now (spec section 4). */
  usage_hours: z.number().int().nonnegative(),
  /** For how long at least one window showed the phone's picture. */
  streamed_seconds: z.number().int().nonnegative(),
  /** Scheduled or running, with an end that can be moved; the phone may still be booked next. */
  can_extend: z.boolean(),
  can_hand_back: z.boolean(),
  /** The tag of the phone that took this one's place for the rest of the rental; null for all others. */
  replaced_by: z.string().nullable(),
  /** Why, and our team’s words about it (decision 157). */
  replaced_because: replacementReason.nullable(),
  replaced_note: z.string().nullable(),
});
export type Assignment = z.infer<typeof assignment>;

/** Over all of the caller's assignments, not only this page's; scheduled ones aren't used yet. */
export const usageFigures = z.object({
  /** Different phones. */
  devices_used: z.number().int().nonnegative(),
  active: z.number().int().nonnegative(),
  completed: z.number().int().nonnegative(),
  /** Whole hours; 0 without any. */
  average_usage_hours: z.number().int().nonnegative(),
});
export type UsageFigures = z.infer<typeof usageFigures>;

export const listAssignments = defineRoute({
  method: 'GET',
  path: '/phone-assignments',
  caller: 'customer',
  needs: ['watch'],
  summary: 'The caller’s assignments, newest first, and the figures over all of them.',
  query: pageQuery,
  response: z.object({ assignments: z.array(assignment), figures: usageFigures, ...pageFields }),
});

const weeksQuery = z.object({ weeks: z.coerce.number().int().min(1).max(53).default(12) });

/** One phone in one week, which begins on Monday at 00:00 UTC. */
export const weeklyUsage = z.object({
  week_start: z.iso.date(),
  device_id: id,
  tag: z.string(),
  model: z.string(),
  /** Hours in which the phone was the caller's, to the tenth. */
  hours: z.number().positive(),
  /** Hours in which at least one window showed its picture, to the tenth. */
  streamed_hours: z.number().nonnegative(),
});
export type WeeklyUsage = z.infer<typeof weeklyUsage>;

export const listUsage = defineRoute({
  method: 'GET',
  path: '/phone-usage',
  caller: 'customer',
  needs: ['watch'],
  summary:
    'Hours of each phone in each of the last weeks, this one included; newest week first, then by tag.',
  query: weeksQuery,
  response: z.object({
    /** The first days of all weeks asked for, newest first, also those without usage. */
    weeks: z.array(z.iso.date()),
    usage: z.array(weeklyUsage),
  }),
});

export const downloadUsage = defineRoute({
  method: 'GET',
  path: '/phone-usage.csv',
  caller: 'customer',
  needs: ['watch'],
  summary: 'The same as CSV: week_start, tag, model, hours, streamed_hours.',
  query: weeksQuery,
  responseKind: 'file',
  response: fileResponse,
});

const extension = z.object({ period: periodUnit, number_of_periods: numberOfPeriods });

export const quotedExtension = z.object({
  assignment_id: id,
  tag: z.string(),
  model: z.string(),
  expires_at: instant,
  new_expires_at: instant,
  /** Integer cents. */
  amount: z.number().int().positive(),
  is_possible: z.boolean(),
  /** Null when nobody has booked the phone next: any period is possible. */
  latest_expires_at: instant.nullable(),
  message: z.string(),
});
export type QuotedExtension = z.infer<typeof quotedExtension>;

/** Promises nothing; the price is the one of a new rental of that period. */
export const quoteExtension = defineRoute({
  method: 'POST',
  path: '/phone-assignments/{id}/quote-extension',
  caller: 'customer',
  needs: ['rent'],
  summary: 'The price of keeping this phone longer, and how long that is possible.',
  params: z.object({ id }),
  body: extension,
  response: quotedExtension,
});

/** 409 `booked_next` carries `latest_expires_at` when somebody else has the phone next. */
export const createExtensionIntent = defineRoute({
  method: 'POST',
  path: '/phone-assignments/{id}/create-extension-intent',
  caller: 'customer',
  needs: ['rent', 'spend'],
  summary: 'Hold the added time of this phone and open its payment, as `create-payment-intent` does.',
  params: z.object({ id }),
  body: extension.extend({ currency: z.literal('usd') }),
  response: openedPayment,
});

/** At most as many phones as one order has. Ids that are there twice are refused. */
const assignmentIds = z
  .array(id)
  .min(1, 'Choose the phones to extend')
  .max(50, 'You can extend up to 50 phones at once')
  .refine((ids) => new Set(ids).size === ids.length, 'Each rental can be extended once');

export const quotedExtensions = z.object({
  /** By tag. Impossible ones carry their latest possible end. */
  extensions: z.array(quotedExtension),
  /** Rentals that can’t be extended at all: over, without an end, or not the caller’s. */
  gone: z.array(id),
  /** The price of each, in integer cents. */
  unit_amount: z.number().int().positive(),
  /** The price of all that are possible, in integer cents. */
  amount: z.number().int().nonnegative(),
});
export type QuotedExtensions = z.infer<typeof quotedExtensions>;

/** Promises nothing. */
export const quoteExtensions = defineRoute({
  method: 'POST',
  path: '/phone-assignments/quote-extensions',
  caller: 'customer',
  needs: ['rent'],
  summary: 'The price of keeping several phones longer, and which of them that is possible for.',
  body: extension.extend({ assignment_ids: assignmentIds }),
  response: quotedExtensions,
});

/** 404 carries the ids as `gone`; 409 `booked_next` the quotes of the rentals that stand in the way as `blocked`. */
export const createExtensionsIntent = defineRoute({
  method: 'POST',
  path: '/phone-assignments/create-extensions-intent',
  caller: 'customer',
  needs: ['rent', 'spend'],
  summary: 'Hold the added time of several phones, all or none, as one order with one payment.',
  body: extension.extend({ assignment_ids: assignmentIds, currency: z.literal('usd') }),
  response: openedPayment,
});

export const handBack = defineRoute({
  method: 'POST',
  path: '/phone-assignments/{id}/hand-back',
  caller: 'customer',
  needs: ['rent'],
  summary: 'End a running rental now, without a refund: the phone is cleaned and everything on it is gone.',
  params: z.object({ id }),
  response: okResponse,
});
