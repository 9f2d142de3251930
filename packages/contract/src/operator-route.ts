// One call of the operators' API as data: served below /api on OPERATOR_PORT only, never on the customer site.
// The server's checks, the clients of console and command line, the table of roles and the entries of
// the audit log are made from it.
import { z } from 'zod';
import { pageFields } from './fields.ts';
import type { RouteShape } from './route.ts';

/**
 * `visitor`: anybody. The second: an operator with the right password whose second factor is still missing, or a
 * signed-in one. The third: a signed-in operator.
 */
export type OperatorCaller = 'visitor' | 'half_signed_in' | 'operator';

/** The permissions. The database assigns them to roles, so that a new role is a row. */
export const permissions = [
  'fleet_view',
  'fleet_assign',
  'fleet_maintain',
  'hosts_manage',
  'orders_view',
  'orders_refund',
  'payments_record',
  'requests_answer',
  'messages_answer',
  'customers_view',
  'customers_restrict',
  'customers_recover',
  'operators_manage',
  'audit_view',
] as const;
export const permission = z.enum(permissions);
export type Permission = z.infer<typeof permission>;

/** The subject of an action; the audit log can be filtered by it. */
export const auditSubject = z.enum([
  'session',
  'operator',
  'host',
  'phone',
  'assignment',
  'alarm',
  'order',
  'payment',
  'message',
  'customer',
  'workspace',
]);
export type AuditSubject = z.infer<typeof auditSubject>;

export type OperatorRouteDefinition = RouteShape & {
  readonly caller: OperatorCaller;
  /** Null: each caller of this kind is allowed. */
  readonly permission: Permission | null;
  /** Set for each call that changes data, or reads what its people must know of: the audit log has an entry for it, also when it was refused. */
  readonly act: { readonly name: string; readonly subject: AuditSubject } | null;
};

/** Keeps the literal types of one route definition. */
export function defineOperatorRoute<const Route extends OperatorRouteDefinition>(route: Route): Route {
  return route;
}

const reasonSentence = 'Say why in 3 to 500 characters: it is kept in the audit log.';

/** The reason that an operator gives for an action. */
export const reason = z
  .string({ error: reasonSentence })
  .trim()
  .min(3, reasonSentence)
  .max(500, reasonSentence);

/** Lists of operators are long: 500 phones are one page. */
export const operatorPage = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(1_000).default(100),
};

/** The text of a filter. */
export const searchText = z.string().trim().max(100).optional();

export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), ...pageFields });
}
