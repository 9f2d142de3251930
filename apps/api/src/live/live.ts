// Tickets that open /ws/events: single use, 60 seconds, bound to the credential and the workspace that asked.
import type { Db } from '../platform/database.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import { createSecret, hashSecret, hasSecretShape, ticketValidS } from '../platform/secrets.ts';
import { deleteTicket, insertTicket, type TakenTicket } from './live.sql.ts';
import type { LiveOwner } from './live-sockets.ts';

const ticketLimit: Limit = { name: 'events-ticket', count: 300, windowS: 60 };

/** Throws too_many_requests. */
export async function createEventsTicket(deps: { db: Db }, owner: LiveOwner): Promise<string> {
  await countAgainstLimit(deps.db, ticketLimit, owner.user_id);
  const ticket = createSecret();
  await insertTicket(deps.db, hashSecret(ticket), owner, ticketValidS);
  return ticket;
}

/** Uses a ticket and returns its owner; undefined when it is unknown, used or expired. */
export async function takeEventsTicket(
  deps: { db: Db },
  ticket: string,
  address: string,
): Promise<TakenTicket | undefined> {
  return hasSecretShape(ticket) ? deleteTicket(deps.db, hashSecret(ticket), address) : undefined;
}
