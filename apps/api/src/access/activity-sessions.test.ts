// Sessions in the activity: of shells, live screens, and of reading and acting on a screen.
import { randomUUID } from 'node:crypto';
import type { ActivityRow } from '@pocketfleet/contract';
import { describe, expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';
import { sweepActivity } from './activity.jobs.ts';
import { recordAdbOpens, recordScreenUse, recordSocket } from './activity.ts';

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
    purpose: 'shell' as 'shell' | 'screen' | 'adb',
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

  test('of adb says at its end what was opened, of all its lines', async () => {
    const by = { ...use(), purpose: 'adb' as const };
    for (const opens of [
      { shell: 2, sync: 1 },
      { shell: 1, forward: 4 },
    ]) {
      const line = await opened(by);
      await site.advance('5 seconds');
      await recordAdbOpens(site.db, by, opens);
      await closed(line);
    }
    // Of another session, and after its end: there is nothing to add to.
    await recordAdbOpens(site.db, { ...by, session_id: randomUUID() }, { shell: 100 });
    await site.advance('30 seconds');
    await sweep();
    expect(await read()).toMatchObject([
      { kind: 'phone.adb', details: { length_s: 10, opens: { shell: 3, sync: 1, forward: 4 } } },
    ]);
  });

  test('is recorded at its begin, and gets its length when nobody holds it any more', async () => {
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
    const sessions = await read();
    expect(sessions).toHaveLength(1);
    const { length_s } = { length_s: 0, ...sessions[0]?.details };
    expect(length_s).toBeCloseTo(120, -1);
  });

  test('that a killed node held ends with a length, too', async () => {
    await opened(use(), 'killed-node');
    await site.advance('90 seconds');
    // The sweep forgets the sockets of nodes that are gone.
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

  test('of a live screen is recorded as one of its own, with its length', async () => {
    const by = { ...use(), purpose: 'screen' } as const;
    const socket = await opened(by);
    expect(await read()).toMatchObject([{ kind: 'screen.watched', who: { name: 'ada' }, details: {} }]);
    await site.advance('90 seconds');
    await closed(socket);
    await site.advance('21 seconds');
    await sweep();
    const [sessions, ...others] = await read();
    expect(others).toEqual([]);
    expect(sessions?.kind === 'screen.watched' && sessions.details.length_s).toBeCloseTo(90, -1);
  });

  test('that two sockets begin at once is one', async () => {
    const by = use();
    const ids = await Promise.all([opened(by), opened(by), opened(by)]);
    expect(await read()).toHaveLength(1);
    for (const id of ids) await closed(id);
  });
});
