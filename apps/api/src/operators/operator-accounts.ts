// Operators' accounts. They are created by another operator with the permission, or on the machine itself for the first one.
import type { OperatorRow, OwnOperatorAccount } from '@pocketfleet/contract';
import { hashPassword, refuseGuessablePassword } from '../accounts/accounts.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db, Tx } from '../platform/database.ts';
import type { Limits } from './list-filter.sql.ts';
import {
  insertOperator,
  lockManagers,
  type RoleRow,
  selectOperator,
  selectOperators,
  selectOwnAccount,
  selectRoles,
  updateEmail,
  updateOperatorRow,
  updateSessionsRevoked,
} from './operator-sessions.sql.ts';
import { type Page, type PageQuery, readPage } from './pages.ts';

/** One page of our team's accounts. */
export function listOperators(db: Db, query: PageQuery<Limits>): Promise<Page<OperatorRow>> {
  return readPage(query, (filter) => selectOperators(db, filter));
}

/** The roles that operators can have, with their permissions. */
export function listRoles(db: Db): Promise<RoleRow[]> {
  return selectRoles(db);
}

/** Throws already_exists, and invalid_input for a password that is easy to guess or an unknown role. */
export async function createOperator(
  db: Db,
  input: { username: string; password: string; role: string; email?: string | null | undefined },
): Promise<OperatorRow> {
  refuseGuessablePassword(input.password, input.username, 'password');
  await refuseUnknownRole(db, input.role);
  const password_hash = await hashPassword(input.password);
  const { username, role, email = null } = input;
  const id = await insertOperator(db, { username, password_hash, role, email });
  if (id === undefined) {
    const detail = 'An operator with this name exists.';
    throw new AppError('already_exists', { detail, fields: { username: detail } });
  }
  return getOperator(db, id);
}

/**
 * Ends the operator's sessions, unless only their email address changes. Throws not_found, invalid_input, and conflict when
 * nobody would be left who can manage operators.
 */
export async function updateOperator(
  tx: Tx,
  id: string,
  change: {
    role?: string | undefined;
    email?: string | null | undefined;
    is_disabled?: boolean | undefined;
    forget_authenticator?: true | undefined;
  },
): Promise<OperatorRow> {
  await getOperator(tx, id);
  const { email, role, is_disabled, forget_authenticator } = change;
  if (email !== undefined) await updateEmail(tx, id, email);
  if (role === undefined && is_disabled === undefined && forget_authenticator === undefined) {
    if (email === undefined) throw new AppError('invalid_input', { detail: 'Choose at least one change.' });
    return getOperator(tx, id);
  }
  if (role !== undefined) await refuseUnknownRole(tx, role);
  await lockManagers(tx);
  await updateOperatorRow(tx, id, {
    role: role ?? null,
    is_disabled: is_disabled ?? null,
    forget_authenticator: forget_authenticator ?? false,
  });
  if ((await lockManagers(tx)).length === 0) {
    throw new AppError('conflict', {
      detail: 'At least one active person must be able to manage colleagues.',
    });
  }
  await updateSessionsRevoked(tx, id, null);
  return getOperator(tx, id);
}

export async function getOwnAccount(db: Db, id: string): Promise<OwnOperatorAccount> {
  const account = await selectOwnAccount(db, id);
  if (account === undefined) throw new AppError('not_found');
  return account;
}

export async function updateOwnAccount(
  tx: Tx,
  id: string,
  email: string | null,
): Promise<OwnOperatorAccount> {
  await updateEmail(tx, id, email);
  return getOwnAccount(tx, id);
}

async function getOperator(db: Db, id: string): Promise<OperatorRow> {
  const row = await selectOperator(db, id);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

async function refuseUnknownRole(db: Db, role: string): Promise<void> {
  const roles = await selectRoles(db);
  if (roles.some((each) => each.role === role)) return;
  const detail = `There is no such role. Roles: ${roles.map((each) => each.role).join(', ')}.`;
  throw new AppError('invalid_input', { detail, fields: { role: detail } });
}
