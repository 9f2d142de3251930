// Sessions in the activity: of shells, live screens, and of reading and acting on a screen.
import { randomUUID } from 'node:crypto';
import type { ActivityRow } from '@pocketfleet/contract';
import { describe, expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';
import { sweepActivity } from './activity.jobs.ts';
import { recordScreenUse, recordSocket } from './activity.ts';

const { scene, site } = useTeamWithKeys({ leads: false });

async function read(): Promise<ActivityRow[]> {
  const { body } = await site.call('GET', '/api/activity', {
    token: scene.owner.token,
    workspace: scene.team,
  });
  return body['rows'] as ActivityRow[];
}

describe('a session', () => {
  const use = () => ({
    kind: 'person' as const,
    name: 'ada',
    user_id: scene.owner.id,
    credential_id: randomUUID(),
    workspace_id: scene.team,
    address: '198.51.100.9',
    device_id: scene.phone,
    session_id: randomUUID(),
    purpose: 'shell' as 'shell' | 'screen',
  });
  async function opened(by: ReturnType<typeof use>, node = 'node-1'): Promise<string> {
    const found = await sql<{ id: string }>`
      insert into stream_sockets (node_id, user_id, workspace_id, credential_id, device_id, assignment_id, session_id)
      select ${node}, ${scene.owner.id}, ${scene.team}, null, device_id, id, ${by.session_id} from assignments
      where device_id = ${scene.phone} returning id`.execute(site.db);
    const id = found.rows[0]?.id ?? '';
    await recordSocket(site.db, id, by);
    return id;
  }
  const closed = (id: string) => sql`delete from stream_sockets where id = ${id}`.execute(site.db);
  const sweep = () => sweepActivity(site.app.deps);

  test('is told at its begin, and gets its length when nobody holds it any more', async () => {
    const by = use();
    const first = await opened(by);
    expect(await read()).toMatchObject([{ kind: 'phone.shell', address: '198.51.100.9', details: {} }]);
    await site.advance('60 seconds');
    await closed(first);
    await site.advance('10 seconds');
    await sweep();
    const second = await opened(by);
    await site.advance('50 seconds');
    await sweep();
    expect(await read()).toMatchObject([{ details: {} }]);
    await closed(second);
    await site.advance('21 seconds');
    await sweep();
    await sweep();
    const told = await read();
    expect(told).toHaveLength(1);
    const { length_s } = { length_s: 0, ...told[0]?.details };
    expect(length_s).toBeCloseTo(120, -1);
  });

  test('that a killed node held ends with a length, too', async () => {
    await opened(use(), 'killed-node');
    await site.advance('90 seconds');
    // What forgets the sockets of nodes that are gone.
    await sql`delete from stream_sockets where node_id = 'killed-node'`.execute(site.db);
    await site.advance('21 seconds');
    await sweep();
    expect((await read())[0]?.details).toEqual({ length_s: expect.any(Number) });
  });

  test('of a screen is one row with what was done in it', async () => {
    const by = { ...use(), kind: 'key' as const };
    for (const what of ['reading', 'action', 'reading', 'action', 'action'] as const)
      await recordScreenUse(site.db, by, scene.phone, what);
    await site.advance('61 seconds');
    await sweep();
    expect(await read()).toMatchObject([{ kind: 'screen.used', details: { reads: 2, actions: 3 } }]);
  });

  test('of a live screen is told as one of its own, with its length', async () => {
    const by = { ...use(), purpose: 'screen' } as const;
    const socket = await opened(by);
    expect(await read()).toMatchObject([{ kind: 'screen.watched', who: { name: 'ada' }, details: {} }]);
    await site.advance('90 seconds');
    await closed(socket);
    await site.advance('21 seconds');
    await sweep();
    const [told, ...others] = await read();
    expect(others).toEqual([]);
    expect(told?.kind === 'screen.watched' && told.details.length_s).toBeCloseTo(90, -1);
  });

  test('that two sockets begin at once is one', async () => {
    const by = use();
    const ids = await Promise.all([opened(by), opened(by), opened(by)]);
    expect(await read()).toHaveLength(1);
    for (const id of ids) await closed(id);
  });
});
