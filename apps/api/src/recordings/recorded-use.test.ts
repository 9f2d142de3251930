// Each use of a phone begins the recording that a setting asks for: also one without any picture, of its files, apps or shell.
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { insertRunningRecording } from '../../test/test-recordings.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { recordSocket, recordUse } from '../access/access.ts';
import { sql } from '../platform/database.ts';
import { activityEventsOf } from './activity-events.ts';
import { selectDue } from './recording-sweep.sql.ts';

const { scene, site, made } = useTeamWithKeys({ leads: false });

beforeEach(async () => {
  await sql`delete from activity_sessions`.execute(site.db);
});

const settle = (settings: object) =>
  site.call('PATCH', '/api/recording-settings', {
    token: scene.owner.token,
    workspace: scene.team,
    payload: settings,
  });
const due = async () => (await selectDue(site.db)).map(({ device_id, cause }) => [device_id, cause]);

test('each call for apps begins a recording: of a chosen key, and of a person where the phone is recorded', async () => {
  const key = await made({ permissions: ['apps'] });
  const app = { package: 'com.android.notes' };
  // The phone has no host here: what a call would do fails in the end, and is a use all the same.
  const answers: ReturnType<typeof site.call>[] = [];
  const begins = async (path: string, cause: 'key' | 'phone', payload?: object) => {
    expect(await due()).toEqual([]);
    const token = cause === 'key' ? key.key : scene.owner.token;
    const options = { token, workspace: scene.team, ...(payload && { payload }) };
    answers.push(site.call('POST', `/api/devices/${scene.phone}/apps${path}`, options));
    await vi.waitFor(async () => {
      const found = await sql`select 1 from activity_sessions where kind = 'phone.files'`.execute(site.db);
      expect(found.rows).toHaveLength(1);
    });
    expect(await due()).toEqual([[scene.phone, cause]]);
    await sql`delete from activity_sessions`.execute(site.db);
  };
  await settle({ keys: [key.id] });
  await begins('/list', 'key');
  await begins('/start', 'key', app);
  await begins('/clear', 'key', app);
  await settle({ phones: [scene.phone] });
  await begins('/list', 'phone');
  await begins('/start', 'phone', app);
  for (const { body } of await Promise.all(answers)) expect(body).toMatchObject({ code: 'device_offline' });
});

const doer = () =>
  ({
    kind: 'person',
    name: 'owner',
    user_id: scene.owner.id,
    workspace_id: scene.team,
    credential_id: randomUUID(),
    address: null,
  }) as const;

test.each([
  ['shell', true],
  ['adb', true],
  ['files', true],
  ['screen', true],
  ['control', true],
  ['view', false],
] as const)('a socket for %s is a use that is recorded: %s', async (purpose, isUse) => {
  await settle({ records_all: true });
  const id = randomUUID();
  await sql`
    insert into stream_sockets (id, node_id, user_id, device_id, assignment_id, session_id)
    select ${id}, 'node', user_id, device_id, id, gen_random_uuid() from assignments where device_id = ${scene.phone}`.execute(
    site.db,
  );
  await recordSocket(site.db, id, {
    ...doer(),
    address: '127.0.0.1',
    device_id: scene.phone,
    session_id: randomUUID(),
    purpose,
  });
  expect(await due()).toEqual(isUse ? [[scene.phone, 'team']] : []);
});

test('a recording names who had a shell or files open, and what was done just before a setting began it', async () => {
  const { db } = site;
  const who = { ...doer(), address: '127.0.0.1' };
  await recordUse(db, who, scene.phone, 'phone.shell');
  await sql`select write_activity(${scene.team}, 'file.pulled', ${scene.phone}, '{"name": "/sdcard/a.txt", "size": 3}'::jsonb,
    '{"kind": "system", "name": ""}'::jsonb)`.execute(db);
  await site.advance('2 seconds');
  const of = { workspace_id: scene.team, device_id: scene.phone, user_id: scene.owner.id };
  const id = await insertRunningRecording(db, of);
  const found = await sql<{ started_at: string; ended_at: string | null }>`
    select started_at, ended_at from recordings where id = ${id}`.execute(db);
  const recording = { ...of, ...(found.rows[0] ?? expect.fail()) };
  const shell = { type: 'opened', at_ms: 0, what: 'shell', until_ms: null, who: { name: 'owner' } };
  expect(await activityEventsOf(db, { ...recording, cause: 'asked' })).toMatchObject([shell]);
  expect(await activityEventsOf(db, { ...recording, cause: 'key' })).toMatchObject([
    { type: 'file', at_ms: 0, action: 'pulled', name: '/sdcard/a.txt' },
    shell,
  ]);
  await site.advance('1 minute');
  await sql`select end_activity_sessions(1, 1, 100)`.execute(db);
  // It was over before the recording began.
  expect(await activityEventsOf(db, { ...recording, cause: 'asked' })).toEqual([]);
  expect(await activityEventsOf(db, { ...recording, cause: 'key' })).toMatchObject([
    { type: 'file' },
    { ...shell, until_ms: 0 },
  ]);
});
