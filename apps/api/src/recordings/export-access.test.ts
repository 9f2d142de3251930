// An export ends with an error as soon as its caller may not see the recording any more.
import { beforeEach, expect, test } from 'vitest';
import { insertTestRecording } from '../../test/test-recordings.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { authenticate } from '../access/access.ts';
import { sql } from '../platform/database.ts';
import { FileStream } from '../platform/file-stream.ts';
import type { Principal } from '../platform/principal.ts';
import { whileSeen } from './export-access.ts';

const { scene, site, member, made, revoke } = useTeamWithKeys({ leads: false });
const minutes = 30;
let bob: { id: string; token: string };
let nowMs: number;
/** Pieces that were read until now, and whether the rest was left. */
let read: number;
let isLeft: boolean;

const deps = () => ({ db: site.db, clock: { nowMs: () => nowMs } });
const askingOf = (secret: string) => ({ secret, workspaceId: scene.team, address: '127.0.0.1' });

async function* pieces(): AsyncGenerator<Uint8Array> {
  try {
    for (; read < minutes; read += 1) yield Buffer.from([read]);
  } finally {
    isLeft = true;
  }
}

async function begin(token = bob.token, program?: Principal): Promise<AsyncIterator<Uint8Array>> {
  const rental = await sql<{ id: string }>`
    select id from assignments where device_id = ${scene.phone}`.execute(site.db);
  const of = { workspace_id: scene.team, device_id: scene.phone, user_id: scene.owner.id };
  const id = await insertTestRecording(site.db, { ...of, assignment_id: rental.rows[0]?.id ?? '' });
  const asking = askingOf(token);
  const caller = program ?? (await authenticate(deps(), asking)) ?? expect.fail('the token lets nobody in');
  const file = new FileStream({ file_name: 'recording.mp4', content_type: 'video/mp4' }, pieces());
  return whileSeen(deps(), { asking, caller }, id, file).pieces[Symbol.asyncIterator]();
}

beforeEach(async () => {
  [nowMs, read, isLeft] = [0, 0, false];
  bob = await member('user', [scene.phone]);
});

test('all of it is sent while nothing changes', async () => {
  const file = await begin();
  for (let n = 0; n < minutes; n += 1) {
    nowMs += 60_000;
    expect(await file.next()).toMatchObject({ done: false });
  }
  expect(await file.next()).toMatchObject({ done: true });
});

test.each([
  ['the phone', 'not_found', () => sql`delete from grants where user_id = ${bob.id}`],
  [
    'the permission',
    'forbidden',
    () =>
      sql`update workspace_members set role = 'viewer' where workspace_id = ${scene.team} and user_id = ${bob.id}`,
  ],
  [
    'the session',
    'not_authenticated',
    () => sql`update credentials set revoked_at = app_now() where user_id = ${bob.id}`,
  ],
  ['the recording', 'not_found', () => sql`update recordings set erased_at = app_now()`],
] as const)('without %s it ends within a second', async (_, code, take) => {
  const file = await begin();
  expect(await file.next()).toMatchObject({ done: false });
  await take().execute(site.db);
  nowMs += 1_000;
  await expect(file.next()).rejects.toMatchObject({ code });
  expect(isLeft).toBe(true);
  expect(read).toBe(0);
});

test('a connected program gets the rest when its access token ends, and nothing more once its connection has ended', async () => {
  const connection = await made({ permissions: ['record', 'watch'] });
  const key = await authenticate(deps(), askingOf(connection.key));
  if (key === undefined) return expect.fail('the key lets nobody in');
  const file = await begin('an access token that has ended', { ...key, kind: 'program' });
  for (let second = 0; second < 3; second += 1) {
    nowMs += 1_000;
    expect(await file.next()).toMatchObject({ done: false });
  }
  await revoke(connection.id);
  nowMs += 1_000;
  await expect(file.next()).rejects.toMatchObject({ code: 'not_authenticated' });
});

test('a caller that leaves is told to what makes the pieces', async () => {
  const file = await begin();
  await file.next();
  await file.return?.();
  expect(isLeft).toBe(true);
});
