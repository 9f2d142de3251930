// The SQL of devices that a quote reserves and that can't be used anymore before it is paid.
import { type Db, sql } from '../platform/database.ts';
import { isBroken, isOfflineBeforeStart } from './incidents.sql.ts';
import { clock, isSomeFree, type Period } from './stock.sql.ts';

/** Of an assignment `a` on a device `d` of a host `h`; needs `clock`. */
const hasFailedWhileReserved = sql`(a.state = 'held' and a.reserved_until > clock.now and a.starts_at > clock.now
  and (${isBroken} or ${isOfflineBeforeStart}))`;

/** Only those whose place another device can take now. Takes no lock. */
export async function selectFailedReserved(db: Db, limit: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    with ${clock}
    select a.id from clock, assignments a join devices d on d.id = a.device_id join hosts h on h.id = d.host_id
    where ${hasFailedWhileReserved} and ${isSomeFree(sql`a.starts_at`, sql`a.expires_at`, sql`a.chosen_model`)}
    order by a.starts_at, a.id limit ${limit}`.execute(db);
  return result.rows.map((row) => row.id);
}

export type FailedReserved = Period & { chosen_model: string | null; order_id: string; user_id: string };

/** Undefined when it was paid, has ended, or its device can be used again. */
export async function lockFailedReserved(tx: Db, id: string): Promise<FailedReserved | undefined> {
  const result = await sql<FailedReserved>`
    with ${clock}
    select a.starts_at, a.expires_at, a.chosen_model, a.order_id, a.user_id
    from clock, assignments a join devices d on d.id = a.device_id join hosts h on h.id = d.host_id
    where a.id = ${id} and ${hasFailedWhileReserved} for update of a`.execute(tx);
  return result.rows[0];
}

export async function updateReservedDevice(tx: Db, id: string, deviceId: string): Promise<void> {
  await sql`update assignments set device_id = ${deviceId} where id = ${id} and state = 'held'`.execute(tx);
}
