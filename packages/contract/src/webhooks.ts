// Webhooks by the Standard Webhooks scheme: what happens to a workspace's rentals is sent to addresses of the customer.
import { z } from 'zod';
import { id, instant, knownOf, okResponse } from './fields.ts';
import { defineRoute } from './route.ts';

/** Each event once, in the order in which a rental meets them. */
export const webhookEvents = [
  'order.paid',
  'order.refunded',
  'request.quoted',
  'rental.started',
  'rental.ending',
  'rental.ended',
  'phone.offline',
  'phone.online',
  'phone.replaced',
  'cleaning.proved',
  'key.expiring',
  'human.asked',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

const events = z
  .array(z.enum(webhookEvents))
  .min(1, 'Choose at least one event')
  .max(100)
  .transform((given): WebhookEvent[] => webhookEvents.filter((each) => given.includes(each)));

/** The server judges it further: only public addresses are called. */
const url = z
  .string({ error: 'Give the address that we send events to' })
  .trim()
  .max(2000, 'Use at most 2000 characters')
  .pipe(
    z.url({
      protocol: /^https?$/,
      error: 'Give a whole address, for example https://example.com/pocketfleet',
    }),
  );

export const webhook = z.object({
  id,
  url: z.string(),
  events: knownOf(webhookEvents),
  /** `failing`: switched off by us after three days without a success; `gone`: its server answered 410. */
  state: z.enum(['on', 'off', 'failing', 'gone']),
  /** Since when no delivery has succeeded; null while all is well. */
  failing_since: instant.nullable(),
  /** Until when the secret of before a rotation signs too. */
  old_secret_ends_at: instant.nullable(),
  made_by: z.object({ user_id: id, username: z.string() }),
  /** The caller made it. A person also made what their keys and programs made. */
  is_own: z.boolean().default(true),
  created_at: instant,
});
export type Webhook = z.infer<typeof webhook>;

/** With its secret, which no other answer holds. */
const madeWebhook = webhook.extend({ secret: z.string() });
export type MadeWebhook = z.infer<typeof madeWebhook>;

export const webhookAttempt = z.object({
  at: instant,
  /** Null: there was no answer, and `error` says why. */
  status: z.number().int().nullable(),
  duration_ms: z.number().int().nonnegative(),
  /** At most the first 1,024 characters of the answer. */
  answer: z.string(),
  error: z.string(),
});
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

export const webhookDelivery = z.object({
  id,
  /** The header `webhook-id`: the same in every attempt. */
  message_id: z.string(),
  type: z.string(),
  state: z.enum(['pending', 'delivered', 'failed']),
  created_at: instant,
  next_attempt_at: instant.nullable(),
  /** Exactly what is sent. */
  body: z.string(),
  /** The newest first, at most ten. */
  attempts: z.array(webhookAttempt),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const listWebhooks = defineRoute({
  method: 'GET',
  path: '/webhooks',
  caller: 'customer',
  needs: ['webhooks'],
  summary: 'Your webhooks, and with `members` all of the workspace; never their secrets.',
  response: z.object({ webhooks: z.array(webhook) }),
});

export const makeWebhook = defineRoute({
  method: 'POST',
  path: '/webhooks',
  caller: 'customer',
  needs: ['webhooks'],
  summary:
    'Make a webhook; only this answer holds its secret. 400 invalid_input for an address that isn’t public or isn’t https.',
  body: z.object({ url, events }),
  response: madeWebhook,
});

export const changeWebhook = defineRoute({
  method: 'PATCH',
  path: '/webhooks/{id}',
  caller: 'customer',
  needs: ['webhooks'],
  summary:
    'Change a webhook’s address or events, or switch it off or on. With `members` others than its maker can switch it off too.',
  params: z.object({ id }),
  body: z.object({ url: url.optional(), events: events.optional(), is_on: z.boolean().optional() }),
  response: webhook,
});

export const deleteWebhook = defineRoute({
  method: 'DELETE',
  path: '/webhooks/{id}',
  caller: 'customer',
  needs: ['webhooks'],
  summary:
    'Delete a webhook with its deliveries. Nothing more is sent to it. With `members` others than its maker can do it too.',
  params: z.object({ id }),
  response: okResponse,
});

export const rotateWebhook = defineRoute({
  method: 'POST',
  path: '/webhooks/{id}/rotate',
  caller: 'customer',
  needs: ['webhooks'],
  summary:
    'Give a webhook a new secret; only this answer holds it. For 24 hours deliveries are signed with both.',
  params: z.object({ id }),
  response: madeWebhook,
});

export const testWebhook = defineRoute({
  method: 'POST',
  path: '/webhooks/{id}/test',
  caller: 'customer',
  needs: ['webhooks'],
  summary: 'Send an example event, signed like any other, with `test: true` in it.',
  params: z.object({ id }),
  body: z.object({ type: z.enum(webhookEvents).default('rental.started') }),
  response: z.object({ delivery_id: id, message_id: z.string() }),
});

export const listDeliveries = defineRoute({
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  caller: 'customer',
  needs: ['webhooks'],
  summary:
    'The deliveries of the last 30 days about phones that you have now, the newest first, with what was sent and answered. Only the webhook’s maker reads them. For the next page send `next_cursor` as `cursor`.',
  params: z.object({ id }),
  query: z.object({
    cursor: z
      .string()
      .regex(/^\d{1,18}$/, 'Send the next_cursor of the page before')
      .optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  response: z.object({ deliveries: z.array(webhookDelivery), next_cursor: z.string().nullable() }),
});

export const resendDelivery = defineRoute({
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{delivery_id}/resend',
  caller: 'customer',
  needs: ['webhooks'],
  summary: 'Send a delivery again, now, with the same `webhook-id`. 409 conflict while the webhook is off.',
  params: z.object({ id, delivery_id: id }),
  response: okResponse,
});

/** The header `webhook-id`, or a cursor in the same form. */
const messageId = z.string().regex(/^msg_[0-9a-f]{32}$/, 'Send the id of the last event that was heard');

export const listenToWebhooks = defineRoute({
  method: 'POST',
  path: '/webhooks/listen',
  caller: 'customer',
  needs: ['webhooks'],
  summary:
    'A ticket for `/ws/webhooks`, which tells all events of the workspace as they happen, signed with a secret of that socket. With `after`, the id of the last event that was heard or else the `cursor` of `hello`, it tells first what came since, for up to five minutes without a socket.',
  body: z.object({ after: messageId.optional() }).default({}),
  response: z.object({ ticket: z.string() }),
});

/** Messages of `/ws/webhooks`. */
export const listenMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    secret: z.string(),
    /** True when the events since `after` follow. False without `after`, and where some of them were not kept. */
    resumed: z.boolean().default(false),
    /** `after` for a socket that was lost before it sent an event. Not on servers of earlier versions. */
    cursor: messageId.optional(),
  }),
  z.object({
    type: z.literal('event'),
    id: z.string(),
    event: z.string(),
    body: z.string(),
    headers: z.record(z.string(), z.string()),
  }),
  z.object({ type: z.literal('heartbeat') }),
]);
export type ListenMessage = z.infer<typeof listenMessage>;
