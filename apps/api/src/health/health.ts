// The readiness of this node: it receives events of the other nodes, and its database responds.
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import { countDevicesOnline } from './health.sql.ts';

/** `events`: why events between nodes take a longer way than they should. */
export type Readiness = { status: 'ready'; devices_online: number; events?: string };

/** Throws when this node can not be used, with the reason. */
export async function getReadiness(deps: { db: Db; events: Events }): Promise<Readiness> {
  if (!deps.events.isConnected()) throw new Error('the connection for events between nodes is down');
  const warning = deps.events.warning();
  return {
    status: 'ready',
    devices_online: await countDevicesOnline(deps.db),
    ...(warning === undefined ? {} : { events: warning }),
  };
}
