// Rows of hosts and devices, for tests of features that only read them.
import { createHash } from 'node:crypto';
import { storeReport } from '../src/devices/device-reports.ts';
import { type Db, sql } from '../src/platform/database.ts';
import { createLog } from '../src/platform/log.ts';
import { hostRowNode } from './stand-in-agent.ts';
import { phoneReport } from './test-agent.ts';

export async function createTestHost(db: Db, name = 'rack-1'): Promise<string> {
  const result = await sql<{ id: string }>`
    insert into hosts (name, public_key, link_node_id, link_beat_at)
    values (${name}, ${createHash('sha256').update(name).digest()}, ${hostRowNode}, app_now()) returning id`.execute(
    db,
  );
  return idOf(result.rows);
}

/** An online phone on this host, proven clean. */
export async function createTestDevice(db: Db, hostId: string, tag: string): Promise<string> {
  const result = await sql<{ id: string }>`
    insert into devices (identity, host_id, serial, tag, model, runner_state, battery_level, android_version,
                         screen_width, screen_height)
    values (${createHash('sha256').update(tag).digest('hex')}, ${hostId}, ${`SERIAL-${tag}`}, ${tag}, 'Pixel 8',
            'ready', 80, '15', 1080, 2400)
    returning id`.execute(db);
  const id = idOf(result.rows);
  await proveClean(db, id);
  return id;
}

/** This host, which need not have it, reports a device with such a tag: `createTestDevice` made it. */
export async function reportTestDevice(db: Db, hostId: string, tag: string): Promise<void> {
  const device = {
    ...phoneReport(`SERIAL-${tag}`),
    identity: createHash('sha256').update(tag).digest('hex'),
  };
  await storeReport({ db, log: createLog('silent'), nodeId: 'node' }, hostId, {
    full: false,
    devices: [device],
  });
}

/** As if a cleaning had just been proven; for all devices where none is named. */
export async function proveClean(db: Db, deviceId?: string): Promise<void> {
  await sql`update cleanings set state = 'failed', finished_at = app_now() where state = 'open'`.execute(db);
  await sql`
    with proof as (
      insert into cleanings (device_id, purpose, reason, state, finished_at)
      select id, 'clean', 'test', 'proven', app_now() from devices
      where ${deviceId ?? null}::uuid is null or id = ${deviceId ?? null}
      returning id, device_id)
    select id from proof`.execute(db);
  await sql`
    update devices d set proven_by = c.id, state = 'ready'
    from (select distinct on (device_id) id, device_id from cleanings where state = 'proven'
          order by device_id, created_at desc) c
    where c.device_id = d.id and (${deviceId ?? null}::uuid is null or d.id = ${deviceId ?? null})`.execute(
    db,
  );
}

function idOf(rows: { id: string }[]): string {
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no row was made');
  return id;
}
