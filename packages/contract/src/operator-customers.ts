// Customers, their messages, and the audit log of the team.
import { z } from 'zod';
import { givenInstant, id, instant } from './fields.ts';
import {
  auditSubject,
  defineOperatorRoute,
  operatorPage,
  pageOf,
  reason,
  searchText,
} from './operator-route.ts';

/**
 * `restricted`: keeps their rentals, and can rent no more. `suspended`: can't sign in, and all open connections were closed.
 */
export const customerStanding = z.enum(['good', 'restricted', 'suspended']);
export type CustomerStanding = z.infer<typeof customerStanding>;

export const customerRow = z.object({
  id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_email_verified: z.boolean(),
  /** Passkeys and authenticators. A node of an older version omits it. */
  second_factor_count: z.number().int().default(0),
  standing: customerStanding,
  /** The reason of a restriction or suspension. */
  standing_reason: z.string(),
  standing_since: instant.nullable(),
  active_phone_count: z.number().int(),
  scheduled_phone_count: z.number().int(),
  order_count: z.number().int(),
  /** Cents: paid and not refunded. */
  paid_amount: z.number().int(),
  created_at: instant,
});
export type CustomerRow = z.infer<typeof customerRow>;

export const listCustomers = defineOperatorRoute({
  method: 'GET',
  path: '/customers',
  caller: 'operator',
  permission: 'customers_view',
  act: null,
  summary: 'Customers, newest first.',
  query: z.object({
    ...operatorPage,
    q: searchText,
    standing: customerStanding.optional(),
  }),
  response: pageOf(customerRow),
});

const customerParams = z.object({ id });

export const getCustomer = defineOperatorRoute({
  method: 'GET',
  path: '/customers/{id}',
  caller: 'operator',
  permission: 'customers_view',
  act: null,
  summary: 'One customer.',
  params: customerParams,
  response: customerRow,
});

export const setCustomerStanding = defineOperatorRoute({
  method: 'POST',
  path: '/customers/{id}/standing',
  caller: 'operator',
  permission: 'customers_restrict',
  act: { name: 'set_customer_standing', subject: 'customer' },
  summary: 'Suspend, restrict or restore a customer, and decide about their phones and paid time.',
  params: customerParams,
  body: z.object({
    standing: customerStanding,
    /**
     * `keep`: the customer keeps their phones and paid time. `end`: running and scheduled assignments end now
     * and open orders are cancelled. Only a suspension may end them.
     */
    phones: z.enum(['keep', 'end']).default('keep'),
    reason,
  }),
  response: customerRow.extend({
    /** The effects of the call. */
    ended_assignments: z.number().int(),
    cancelled_orders: z.number().int(),
  }),
});

export const removeSecondFactors = defineOperatorRoute({
  method: 'POST',
  path: '/customers/{id}/remove-second-factors',
  caller: 'operator',
  permission: 'customers_recover',
  act: { name: 'remove_second_factors', subject: 'customer' },
  summary: 'Remove all second factors of a customer who has lost them; they get a mail.',
  params: customerParams,
  body: z.object({ reason }),
  response: customerRow,
});

export const messageRow = z.object({
  id,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  is_priority: z.boolean(),
  /** Probably sent by a robot. */
  is_suspect: z.boolean(),
  created_at: instant,
  answered_at: instant.nullable(),
  answered_by: z.string().nullable(),
});
export type MessageRow = z.infer<typeof messageRow>;

export const listMessages = defineOperatorRoute({
  method: 'GET',
  path: '/contact-messages',
  caller: 'operator',
  permission: 'customers_view',
  act: null,
  summary: 'Contact messages: priority customers first, then the oldest; likely robots last.',
  query: z.object({ ...operatorPage, state: z.enum(['open', 'answered']).default('open'), q: searchText }),
  response: pageOf(messageRow),
});

export const answerMessage = defineOperatorRoute({
  method: 'POST',
  path: '/contact-messages/{id}/answered',
  caller: 'operator',
  permission: 'messages_answer',
  act: { name: 'answer_message', subject: 'message' },
  summary: 'Mark this message as answered; the reason says how.',
  params: z.object({ id }),
  body: z.object({ reason }),
  response: messageRow,
});

export const auditRow = z.object({
  id: z.number().int(),
  at: instant,
  /** Null when no operator was signed in (a refused sign-in, a host). */
  operator_id: id.nullable(),
  operator: z.string(),
  role: z.string(),
  act: z.string(),
  subject: auditSubject,
  subject_id: z.string().nullable(),
  /** The subject's present tag, number or name; null if it has none or is deleted. A node of an older version omits it. */
  subject_name: z.string().nullable().default(null),
  reason: z.string(),
  outcome: z.enum(['done', 'refused', 'failed']),
  /** Code and sentence of a refusal. */
  refusal: z.string().nullable(),
  /** The input of the call, without passwords and codes. */
  details: z.record(z.string(), z.unknown()),
  address: z.string(),
});
export type AuditRow = z.infer<typeof auditRow>;

export const listAuditLog = defineOperatorRoute({
  method: 'GET',
  path: '/audit-log',
  caller: 'operator',
  permission: 'audit_view',
  act: null,
  summary: 'Every act of every operator, newest first; refused ones too.',
  query: z.object({
    ...operatorPage,
    operator: searchText,
    act: searchText,
    subject: auditSubject.optional(),
    subject_id: z.string().max(64).optional(),
    outcome: auditRow.shape.outcome.optional(),
    from: givenInstant.optional(),
    to: givenInstant.optional(),
  }),
  response: pageOf(auditRow),
});

const invariantName = z.object({ id: z.string(), promise: z.string() });
/** Rows that break an invariant, at most 20; empty when it holds. */
const breaches = z.array(z.record(z.string(), z.unknown()));

export const listInvariants = defineOperatorRoute({
  method: 'GET',
  path: '/promises',
  caller: 'operator',
  permission: 'audit_view',
  act: null,
  summary: 'The names of the invariants of money and inventory; nothing is checked.',
  response: z.object({ promises: z.array(invariantName) }),
});

export const checkInvariant = defineOperatorRoute({
  method: 'GET',
  path: '/promises/{id}',
  caller: 'operator',
  permission: 'audit_view',
  act: null,
  summary: 'One invariant, checked on the live database now. Two are checked at once, others wait.',
  params: z.object({ id: z.string().max(64) }),
  response: invariantName.extend({ breaches }),
});

export const runMoneyAudit = defineOperatorRoute({
  method: 'GET',
  path: '/money-audit',
  caller: 'operator',
  permission: 'audit_view',
  act: null,
  summary: 'The invariants of money and inventory, checked on the live database now.',
  /** `failure`: why one could not be checked. */
  response: z.object({ checks: z.array(invariantName.extend({ breaches, failure: z.string().optional() })) }),
});
