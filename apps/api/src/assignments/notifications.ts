import type { Tx } from '../platform/database.ts';
import { type PhoneNotification, takeReminders, takeStartsAndEnds } from './notifications.sql.ts';

/**
 * Takes the notifications of customers that are due: phones that opened, ended, or end soon. They are marked as sent in
 * this transaction, so each goes out once.
 */
export async function takeNotifications(tx: Tx, limit: number): Promise<PhoneNotification[]> {
  return [...(await takeStartsAndEnds(tx, limit)), ...(await takeReminders(tx, limit))];
}
