// Operators sign in with a password and a code of their authenticator; the session is an HttpOnly, Strict
// cookie. Operators are made by other operators or by the command line, never by registration.
import { z } from 'zod';
import { email, id, instant, newPassword, okResponse, typedPassword, username } from './fields.ts';
import { defineOperatorRoute, operatorPage, pageOf, permission, reason } from './operator-route.ts';

/** Under https the prefix __Host- keeps sibling domains from setting the cookie. */
export function operatorCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-operator_session' : 'operator_session';
}

/** `done`: signed in. `code`: a code is asked for. `enrol`: an authenticator must be set up first. */
export const signInStep = z.enum(['done', 'code', 'enrol']);
export type SignInStep = z.infer<typeof signInStep>;

export const operatorSession = z.object({
  step: signInStep,
  operator: z.object({ id, username: z.string(), role: z.string() }),
  /** Empty until `step` is done. */
  permissions: z.array(permission),
  expires_at: instant,
});
export type OperatorSession = z.infer<typeof operatorSession>;

/** Six digits of the authenticator, or a recovery code: "abcd-efgh-jkmn". */
const typedCode = z.string({ error: 'Enter the code' }).trim().min(6, 'Enter the code').max(20);

export const operatorSignIn = defineOperatorRoute({
  method: 'POST',
  path: '/session',
  caller: 'visitor',
  permission: null,
  act: { name: 'sign_in', subject: 'session' },
  summary: 'Sign in with a password; sets the session cookie.',
  body: z.object({ username, password: typedPassword }),
  response: operatorSession,
});

export const operatorSignInCode = defineOperatorRoute({
  method: 'POST',
  path: '/session/code',
  caller: 'half_signed_in',
  permission: null,
  act: { name: 'enter_code', subject: 'session' },
  summary: 'The second factor: a code of the authenticator, or a recovery code. Each counts once.',
  body: z.object({ code: typedCode }),
  response: operatorSession,
});

export const beginTotp = defineOperatorRoute({
  method: 'POST',
  path: '/session/authenticator',
  caller: 'half_signed_in',
  permission: null,
  act: { name: 'begin_authenticator', subject: 'session' },
  summary: 'A new secret for the authenticator; it counts once a code of it was confirmed.',
  response: z.object({ otpauth_uri: z.string(), secret: z.string() }),
});

export const confirmTotp = defineOperatorRoute({
  method: 'POST',
  path: '/session/authenticator/confirm',
  caller: 'half_signed_in',
  permission: null,
  act: { name: 'confirm_authenticator', subject: 'session' },
  summary:
    'The first code of the new authenticator; with the password if it replaces another one. Recovery codes are shown this once.',
  body: z.object({ code: typedCode, current_password: typedPassword.optional() }),
  response: operatorSession.extend({ recovery_codes: z.array(z.string()) }),
});

export const getOperatorSession = defineOperatorRoute({
  method: 'GET',
  path: '/session',
  caller: 'half_signed_in',
  permission: null,
  act: null,
  summary: 'The signed-in operator and their permissions.',
  response: operatorSession,
});

export const operatorSignOut = defineOperatorRoute({
  method: 'DELETE',
  path: '/session',
  caller: 'half_signed_in',
  permission: null,
  act: { name: 'sign_out', subject: 'session' },
  summary: 'End this session.',
  response: okResponse,
});

export const changeOperatorPassword = defineOperatorRoute({
  method: 'POST',
  path: '/session/password',
  caller: 'operator',
  permission: null,
  act: { name: 'change_password', subject: 'session' },
  summary: 'A new password; all other sessions of this operator end.',
  body: z.object({ current_password: typedPassword, new_password: newPassword }),
  response: okResponse,
});

export const ownOperatorAccount = z.object({
  id,
  username: z.string(),
  role: z.string(),
  /** The address for alarm mails; null for none. */
  email: z.string().nullable(),
  has_authenticator: z.boolean(),
  /** Not used yet. */
  recovery_codes_left: z.number().int().nonnegative(),
  created_at: instant,
});
export type OwnOperatorAccount = z.infer<typeof ownOperatorAccount>;

export const getOwnOperatorAccount = defineOperatorRoute({
  method: 'GET',
  path: '/session/account',
  caller: 'operator',
  permission: null,
  act: null,
  summary: 'The signed-in operator’s own account.',
  response: ownOperatorAccount,
});

export const updateOwnOperatorAccount = defineOperatorRoute({
  method: 'PATCH',
  path: '/session/account',
  caller: 'operator',
  permission: null,
  act: { name: 'update_own_account', subject: 'session' },
  summary: 'Where the signed-in operator gets alarms by mail.',
  body: z.object({ email: email.nullable() }),
  response: ownOperatorAccount,
});

export const createRecoveryCodes = defineOperatorRoute({
  method: 'POST',
  path: '/session/recovery-codes',
  caller: 'operator',
  permission: null,
  act: { name: 'create_recovery_codes', subject: 'session' },
  summary: 'New recovery codes that replace all older ones; shown only once.',
  body: z.object({ current_password: typedPassword, code: typedCode }),
  response: z.object({ recovery_codes: z.array(z.string()) }),
});

export const operatorRow = z.object({
  id,
  username: z.string(),
  role: z.string(),
  /** The address for alarm mails; null for none. */
  email: z.string().nullable(),
  has_authenticator: z.boolean(),
  is_disabled: z.boolean(),
  last_seen_at: instant.nullable(),
  created_at: instant,
});
export type OperatorRow = z.infer<typeof operatorRow>;

export const listOperators = defineOperatorRoute({
  method: 'GET',
  path: '/operators',
  caller: 'operator',
  permission: 'operators_manage',
  act: null,
  summary: 'Our team’s accounts.',
  query: z.object(operatorPage),
  response: pageOf(operatorRow),
});

export const createOperator = defineOperatorRoute({
  method: 'POST',
  path: '/operators',
  caller: 'operator',
  permission: 'operators_manage',
  act: { name: 'create_operator', subject: 'operator' },
  summary: 'A new account for a colleague.',
  body: z.object({
    username,
    password: newPassword,
    role: z.string().min(1).max(32),
    email: email.nullable().optional(),
    reason,
  }),
  response: operatorRow,
});

export const updateOperator = defineOperatorRoute({
  method: 'PATCH',
  path: '/operators/{id}',
  caller: 'operator',
  permission: 'operators_manage',
  act: { name: 'update_operator', subject: 'operator' },
  summary:
    'Change the role or address, disable or enable, or remove a lost authenticator with its recovery codes. Ends the sessions of that operator, unless only the address changes.',
  params: z.object({ id }),
  body: z.object({
    role: z.string().min(1).max(32).optional(),
    email: email.nullable().optional(),
    is_disabled: z.boolean().optional(),
    forget_authenticator: z.literal(true).optional(),
    reason,
  }),
  response: operatorRow,
});

export const listRoles = defineOperatorRoute({
  method: 'GET',
  path: '/roles',
  caller: 'operator',
  permission: 'operators_manage',
  act: null,
  summary: 'The roles, and what each may do.',
  response: z.object({
    roles: z.array(z.object({ role: z.string(), title: z.string(), permissions: z.array(permission) })),
  }),
});
