// One call of the operators' API as data: served below /api on OPERATOR_PORT only, never on the customer site
// (spec-decisions 34). From it come the server's checks, the console's and the command line's clients, the
// table of roles, and what the audit log says about a call.
import { z } from 'zod';
import { pageFields } from './fields.ts';
import type { RouteShape } from './route.ts';

/**
 * Anybody; one whose password was right but whose second factor is missing (a fully signed-in operator passes
 * too); a signed-in operator.
 */
export type OperatorCaller = 'visitor' | 'half_signed_in' | 'operator';

/** What a role may do. Which role has which is a table of the database, so that more roles are rows. */
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
  'operators_manage',
  'audit_view',
] as const;
export const permission = z.enum(permissions);
export type Permission = z.infer<typeof permission>;

/** What an act is done to; the audit log can be read by it. */
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
]);
export type AuditSubject = z.infer<typeof auditSubject>;

export type OperatorRouteDefinition = RouteShape & {
  readonly caller: OperatorCaller;
  /** Null: every caller of this kind may. */
  readonly permission: Permission | null;
  /** Set for every call that changes something: it is in the audit log, refused or not. */
  readonly act: { readonly name: string; readonly subject: AuditSubject } | null;
};

/** Keeps the literal types of one route definition. */
export function defineOperatorRoute<const Route extends OperatorRouteDefinition>(route: Route): Route {
  return route;
}

const reasonSentence = 'Say why in 3 to 500 characters: it is kept in the audit log.';

/** Why an operator does something. */
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

/** What is typed into a filter. */
export const searchText = z.string().trim().max(100).optional();

export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), ...pageFields });
}
