// Our team's decisions about customers, and contact messages.

import type { CustomerRow, CustomerStanding, MessageRow } from '@pocketfleet/contract';
import { setStanding } from '../accounts/accounts.ts';
import { endAssignment } from '../assignments/assignments.ts';
import { markAnswered } from '../contact/contact.ts';
import { closeRequest, leaveOrder, type OrdersDeps } from '../orders/orders.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db, Tx } from '../platform/database.ts';
import { wholeReach } from '../platform/principal.ts';
import {
  type CustomerFilter,
  type MessageFilter,
  selectCustomers,
  selectMessages,
  selectOpenOf,
} from './customers.sql.ts';
import { type Page, type PageQuery, readPage } from './pages.ts';

/** One page of customers. */
export function listCustomers(db: Db, query: PageQuery<CustomerFilter>): Promise<Page<CustomerRow>> {
  return readPage(query, (filter) => selectCustomers(db, filter));
}

/** One page of contact messages. */
export function listMessages(db: Db, query: PageQuery<MessageFilter>): Promise<Page<MessageRow>> {
  return readPage(query, (filter) => selectMessages(db, filter));
}

export async function getCustomer(db: Db, id: string): Promise<CustomerRow> {
  const [row] = (await selectCustomers(db, { id, offset: 0, limit: 1 })).rows;
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/**
 * `phones: end` (only with a suspension) ends the customer's rentals and cancels their unpaid orders. Refunds for unused time
 * are decided by our team for each order. Throws not_found, invalid_input, and already_done when the standing doesn't
 * change.
 */
export async function changeStanding(
  deps: Omit<OrdersDeps, 'db'>,
  tx: Tx,
  userId: string,
  input: { standing: CustomerStanding; phones: 'keep' | 'end'; reason: string },
): Promise<CustomerRow & { ended_assignments: number; cancelled_orders: number }> {
  const before = await getCustomer(tx, userId);
  if (before.standing === input.standing && input.phones === 'keep') {
    throw new AppError('already_done', { detail: `This customer is already ${input.standing}.` });
  }
  if (input.phones === 'end' && input.standing !== 'suspended') {
    const detail = 'Only a suspension may end the phones.';
    throw new AppError('invalid_input', { detail, fields: { phones: detail } });
  }
  await setStanding(tx, userId, input.standing, input.reason);
  const done = input.phones === 'end' ? await endEverything(deps, tx, userId) : nothing;
  return { ...(await getCustomer(tx, userId)), ...done };
}

const nothing = { ended_assignments: 0, cancelled_orders: 0 };

async function endEverything(deps: Omit<OrdersDeps, 'db'>, tx: Tx, userId: string): Promise<typeof nothing> {
  const open = await selectOpenOf(tx, userId);
  for (const order of open.orders) {
    // An order that awaits payment releases its hold; a request is closed.
    await leaveOrder({ ...deps, db: tx }, wholeReach(order), order.id);
    await closeRequest(tx, order.id).catch(ignoreConflict);
  }
  let ended = 0;
  for (const id of open.assignment_ids) if (await endAssignment({ db: tx }, id)) ended += 1;
  return { ended_assignments: ended, cancelled_orders: open.orders.length };
}

/** `closeRequest` refuses the orders that `leaveOrder` has ended. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
}

/** Throws not_found, already_done. */
export async function answerMessage(tx: Tx, id: string, operatorId: string): Promise<MessageRow> {
  const isNew = await markAnswered(tx, id, operatorId);
  const [row] = (await selectMessages(tx, { id, offset: 0, limit: 1 })).rows;
  if (row === undefined) throw new AppError('not_found');
  if (!isNew)
    throw new AppError('already_done', {
      detail: `${row.answered_by ?? 'Somebody'} has already answered it.`,
    });
  return row;
}
