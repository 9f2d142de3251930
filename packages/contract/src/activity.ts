// The activity of a workspace, for the people in it: who, what, which phone, from where. Rows are added and never changed.
import { z } from 'zod';
import { givenInstant, id, instant, knownItemsOf } from './fields.ts';
import { roles } from './permissions.ts';
import { defineRoute, fileResponse } from './route.ts';
import { ticketPurpose } from './ticket-purpose.ts';

const nothing = z.object({});
/** A key, a link, a program, a guest, by its name at that time. Empty: it had none. */
const named = z.object({ id, name: z.string() });
const ended = named.extend({ by_time: z.literal(true).optional() });
const money = { amount: z.int(), currency: z.string() };
const order = z.object({ number: z.string(), phone_count: z.int() });
const pricedOrder = z.object({
  number: z.string(),
  phone_count: z.int(),
  /** Cents; absent before our team has named a price. */
  amount: z.int().nullish(),
  currency: z.string(),
});
const phones = z.union([z.literal('all'), z.int()]);
/** Seconds; absent while the session goes on. */
const length_s = z.number().nonnegative().optional();
const session = z.object({ length_s });
const file = z.object({ name: z.string(), size: z.int().nonnegative().nullable() });
const app = z.object({ name: z.string() });
/** The program that asked, by its name at that time. Older rows don't name the question. */
const asked = z.object({ asker: z.string(), question_id: id.optional() });
const recorded = z.object({ id, name: z.string() });
const webhook = z.object({ id, host: z.string() });
const member = z.object({ user_id: id, name: z.string() });
const role = z.enum(roles);

/** Hours and actions where they were changed, 0 for no limit. Money always, because readers of before expect it. */
const changedLimits = {
  monthly_limit_cents: z.int(),
  hours_a_day: z.int().optional(),
  actions_a_minute: z.int().optional(),
};

/** Everything that is recorded, with what is known about it. The list is closed: a new kind is a new line here. */
export const activityKinds = {
  'key.made': named,
  'key.first_used': named,
  'key.rotated': named,
  /** `from`: whose it was. */
  'key.taken_over': named.extend({ from: z.string() }),
  'key.limit_changed': named.extend(changedLimits),
  'key.revoked': named,
  'key.ended': ended,
  'key.refused': named.extend({ why: z.enum(['expired', 'revoked', 'network', 'other_team']) }),
  'program.connected': named,
  'program.first_used': named,
  /** As of a key. */
  'program.limit_changed': named.extend(changedLimits),
  'program.disconnected': named,
  'program.ended': ended,
  'call.refused': z.object({ call: z.string(), why: z.string() }),
  /** A ticket that was bought while there was a right, and used when that was lost, or from a network that isn't its key's. */
  'ticket.refused': z.object({
    purpose: ticketPurpose,
    why: z.enum([
      'not_allowed',
      'session_ended',
      'assignment_ended',
      'cut_off',
      'second_factor_needed',
      'network',
    ]),
  }),
  /** The same of a socket that is about no phone. A kind of its own, so that older clients leave it out and read the rest. */
  'socket.refused': z.object({
    what: z.enum(['events', 'webhooks']),
    why: z.enum(['not_allowed', 'session_ended', 'second_factor_needed', 'network']),
  }),
  'link.made': named.extend({ permission: z.enum(['watch', 'control']), phones: z.int() }),
  'link.ended': ended,
  /** Older rows, which don't say why, are about wrong passwords. */
  'link.refused': named.extend({ why: z.enum(['password', 'full', 'ended']).optional() }),
  'guest.joined': named.extend({ link: z.string() }),
  'guest.left': named,
  'guest.cut_off': named,
  'guest.given_control': named,
  'guest.only_watches': named,
  'member.invited': z.object({ email: z.string(), role, phones }),
  'invitation.withdrawn': z.object({ email: z.string() }),
  /** `accepted`: it was used before. Older rows, which don't say why, are about invitations for another address. */
  'invitation.refused': z.object({
    email: z.string(),
    why: z.enum(['other_address', 'accepted', 'withdrawn', 'expired', 'inviter']).optional(),
  }),
  'member.joined': z.object({ role, phones: phones.optional() }),
  'member.changed': member.extend({
    role: z.object({ from: role, to: role }).optional(),
    phones: phones.optional(),
    /** Null: no limit any more. */
    monthly_limit_cents: z.int().nullable().optional(),
  }),
  'member.removed': member,
  'member.left': nothing,
  'workspace.made': z.object({ name: z.string() }),
  'workspace.renamed': z.object({ from: z.string(), to: z.string() }),
  'workspace.handed_over': member,
  'workspace.budget_changed': z.object({ monthly_limit_cents: z.int().nullable() }),
  'workspace.second_factor_rule': z.object({ is_required: z.boolean() }),
  'workspace.deleted': z.object({ name: z.string() }),
  /** By its name; never its value. */
  'secret.made': named,
  'secret.typed': named,
  'secret.deleted': named,
  'webhook.made': webhook,
  'webhook.changed': webhook,
  'webhook.removed': webhook,
  'webhook.switched_off': webhook.extend({ reason: z.enum(['by_hand', 'failing', 'gone']) }),
  'order.requested': order,
  'order.quoted': pricedOrder,
  'order.paid': pricedOrder.extend({ is_extension: z.boolean() }),
  'order.cancelled': pricedOrder,
  'order.refunded': z.object({ number: z.string(), ...money }),
  'rental.started': z.object({ ends_at: instant.optional() }),
  'rental.extended': z.object({ ends_at: instant.optional() }),
  /** `reason` as in the history of rentals; absent for rentals from before reasons were stored. */
  'rental.ended': z.object({ reason: z.string().optional() }),
  'phone.replaced': z.object({
    replaced_tag: z.string().optional(),
    why: z.enum(['failed', 'offline', 'by_team', 'chosen']).optional(),
  }),
  'phone.labelled': z.object({ label: z.string() }),
  'phone.watched': session,
  'phone.opened': session,
  'phone.shell': session,
  /** Its files and apps, looked at or changed. Files that were moved or removed have rows of their own. */
  'phone.files': session,
  'phone.adb': z.object({
    length_s,
    /** The services that adb has opened, by kind, with how often: "shell", "sync", "forward" and so on. */
    opens: z.record(z.string(), z.int().positive()).optional(),
  }),
  'screen.watched': session,
  'screen.used': z.object({
    length_s,
    reads: z.int().nonnegative().optional(),
    actions: z.int().nonnegative().optional(),
  }),
  'control.taken': z.object({ from: z.string() }),
  'control.given_back': nothing,
  /** `name`: who was cut off, whether or not they had the phone. */
  'phone.cut_off': z.object({ name: z.string() }),
  'question.asked': asked,
  'question.answered': asked,
  'question.expired': asked,
  'question.withdrawn': asked,
  'file.pushed': file,
  'file.pulled': file,
  'file.deleted': z.object({ name: z.string() }),
  'app.installed': file,
  'app.removed': app,
  'app.cleared': app,
  'recording.started': recorded,
  'recording.ended': recorded.extend({ reason: z.string() }),
  'recording.exported': recorded.extend({ format: z.enum(['mp4', 'json']) }),
  'recording.erased': recorded,
  /** A setting would have recorded the phone, and the team has no room left for recordings. */
  'recording.no_room': nothing,
  /** Of what was changed: the new values, and how many phones and keys. Older rows don't say it. */
  'recording.settings_changed': z.object({
    records_all: z.boolean().optional(),
    keep_days: z.int().optional(),
    phones_added: z.int().optional(),
    phones_removed: z.int().optional(),
    keys_added: z.int().optional(),
    keys_removed: z.int().optional(),
  }),
  'phone.restarted': nothing,
  'phone.quarantined': nothing,
  'phone.cleaned': nothing,
  'phone.released': nothing,
  'activity.read': nothing,
} as const satisfies Record<string, z.ZodType>;

export type ActivityKind = keyof typeof activityKinds;
export const activityKindNames = Object.keys(activityKinds) as ActivityKind[];

const activityKind = z.enum(activityKindNames, {
  error: 'Choose one of the kinds that the documentation lists',
});

const whoKind = z.enum(['person', 'key', 'program', 'guest', 'operator', 'system']);

const row = z.object({
  id: z.int(),
  at: instant,
  kind: activityKind,
  /**
   * `id`: of the user, or of the key, program or guest. `operator` is our team, `system` the product itself: both without id.
   */
  who: z.object({ kind: whoKind, id: id.nullable(), name: z.string() }),
  /** As it was called then. */
  phone: z.object({ id, tag: z.string() }).nullable(),
  /** Of others only with the permission “members”. */
  address: z.string().nullable(),
  /** By kind: see `activityKinds`. */
  details: z.record(z.string(), z.unknown()),
});

/** One thing that happened. `details` depend on the kind. */
export type ActivityRow = {
  [Kind in ActivityKind]: Omit<z.infer<typeof row>, 'kind' | 'details'> & {
    kind: Kind;
    details: z.infer<(typeof activityKinds)[Kind]>;
  };
}[ActivityKind];

// The type says what the table of kinds ensures; the schema stays an object that the reference can describe.
const activityRow = row as unknown as z.ZodType<ActivityRow>;

const list = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .max(2_000)
    .transform((text) => text.split(',').filter((each) => each !== ''))
    .pipe(z.array(item).max(50))
    .optional();

/** The filters of the list, all of which a row must meet. */
export const activityFilter = {
  /** Ids of users: what they did themselves. */
  person: list(id),
  /** Ids of keys, connected programs and guests. */
  key: list(id),
  /** Ids of devices. */
  phone: list(id),
  kind: list(activityKind),
  from: givenInstant.optional(),
  to: givenInstant.optional(),
};

export const activityCursor = z
  .string()
  .regex(/^\d{1,15}\.\d{1,18}$/, 'Send the next_cursor of the page before')
  .optional();

export const activityPage = z.object({
  rows: knownItemsOf(activityRow, 'kind', activityKindNames),
  /** Null: this is the last page. */
  next_cursor: z.string().nullable(),
});

export const listActivity = defineRoute({
  method: 'GET',
  path: '/activity',
  caller: 'customer',
  needs: 'principal',
  summary:
    'The activity of the workspace in the last 400 days, the newest first. With the permission “members” everything; otherwise what you did yourself and what happened on phones that you have, of named phones since their present rental began. For the next page send `next_cursor` as `cursor`. With `Accept: text/csv` the answer is all of it as CSV.',
  query: z.object({
    ...activityFilter,
    cursor: activityCursor,
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  responseKind: 'json_or_csv',
  response: activityPage,
});

/** The same call, with the header `Accept: text/csv`: for clients of single routes. */
export const downloadActivity = defineRoute({
  ...listActivity,
  responseKind: 'file',
  response: fileResponse,
});

/** The people, programs and phones in the rows that the caller may see: for the choices of the filters. */
export const listActivityChoices = defineRoute({
  method: 'GET',
  path: '/activity/choices',
  caller: 'customer',
  needs: 'principal',
  summary: 'The people, keys, programs and phones that the rows of the last 90 days name, for filters.',
  response: z.object({
    who: z.array(z.object({ kind: z.enum(['person', 'key', 'program', 'guest']), id, name: z.string() })),
    phones: z.array(z.object({ id, tag: z.string() })),
  }),
});
