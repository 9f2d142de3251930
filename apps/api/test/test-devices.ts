// Rows of hosts and devices, for tests of features that only read them.
import { createHash } from 'node:crypto';
import { type Db, sql } from '../src/platform/database.ts';

export async function createTestHost(db: Db, name = 'rack-1'): Promise<string> {
  const result = await sql<{ id: string }>`
    insert into hosts (name, public_key, link_node_id, link_beat_at)
    values (${name}, ${createHash('sha256').update(name).digest()}, 'node', app_now()) returning id`.execute(
    db,
  );
  return idOf(result.rows);
}

/** An online phone on this host. */
export async function createTestDevice(db: Db, hostId: string, tag: string): Promise<string> {
  const result = await sql<{ id: string }>`
    insert into devices (identity, host_id, serial, tag, model, runner_state, battery_level, android_version,
                         screen_width, screen_height)
    values (${createHash('sha256').update(tag).digest('hex')}, ${hostId}, ${`SERIAL-${tag}`}, ${tag}, 'Pixel 8',
            'ready', 80, '15', 1080, 2400)
    returning id`.execute(db);
  return idOf(result.rows);
}

function idOf(rows: { id: string }[]): string {
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no row was made');
  return id;
}
