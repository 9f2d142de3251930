// The readiness of this node: it receives events of the other nodes, and its database responds.
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import { countDevicesOnline } from './health.sql.ts';

export type Readiness = { status: 'ready'; devices_online: number };

/** Throws when this node can not be used, with the reason. */
export async function getReadiness(deps: { db: Db; events: Events }): Promise<Readiness> {
  if (!deps.events.isConnected()) throw new Error('the connection for events between nodes is down');
  return { status: 'ready', devices_online: await countDevicesOnline(deps.db) };
}
