// A deleted team leaves neither secrets nor webhooks nor recordings behind, because nobody could reach or erase them any more.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { insertTestRecording } from '../../test/test-recordings.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';
import { createFolderStore } from './recording-store.ts';
import { removeErased } from './recordings.ts';

const { scene, site } = useTeamWithKeys({ leads: false }, { WEBHOOK_NETWORKS: '127.0.0.0/8' });
const dir = mkdtempSync(join(tmpdir(), 'pocketfleet-deleted-team-'));
afterEach(() => rmSync(dir, { recursive: true }));

const call = (method: 'POST' | 'DELETE', path: string, payload?: object, workspace = scene.team) =>
  site.call(method, `/api${path}`, { token: scene.owner.token, workspace, ...(payload && { payload }) });

async function fill(workspace: string): Promise<string> {
  const secret = { name: 'Bank', value: 'Copper-Kite-7', apps: ['com.android.signin'] };
  expect((await call('POST', '/secrets', secret, workspace)).status).toBe(200);
  const webhook = { url: 'http://127.0.0.1:9/', events: ['rental.ended'] };
  expect((await call('POST', '/webhooks', webhook, workspace)).status).toBe(200);
  const { rows } = await sql<{ id: string }>`
    select id from assignments where device_id = ${scene.phone}`.execute(site.db);
  return insertTestRecording(site.db, {
    workspace_id: workspace,
    device_id: scene.phone,
    assignment_id: rows[0]?.id ?? '',
    user_id: scene.owner.id,
  });
}

const left = async (workspace: string) => {
  const found = await sql<Record<string, number>>`select
    (select count(*)::int from typed_secrets where workspace_id = ${workspace}) as secrets,
    (select count(*)::int from webhook_endpoints where workspace_id = ${workspace}) as webhooks,
    (select count(*)::int from recordings where workspace_id = ${workspace}) as recordings`.execute(site.db);
  return found.rows[0];
};

test('a deleted team’s secrets, webhooks and recordings are erased, and no others', async () => {
  // Without a key no secret and no webhook is stored.
  site.app.deps.config.operatorSecretsKeys = [Buffer.alloc(32, 7)];
  const store = createFolderStore(dir);
  const kept = await fill(scene.owner.id);
  const gone = await fill(scene.team);
  const firstPart = (recordingId: string) => ({ recordingId, number: 0, part: 'events' }) as const;
  for (const id of [kept, gone]) await store.put(firstPart(id), Buffer.from('a part'));
  await sql`update assignments set state = 'ended', ended_at = app_now(), end_reason = 'revoked'
    where workspace_id = ${scene.team}`.execute(site.db);
  expect((await call('DELETE', `/workspaces/${scene.team}`)).status).toBe(200);
  expect(await left(scene.team)).toMatchObject({ secrets: 0, webhooks: 0 });
  await removeErased({ db: site.db, store });
  expect(await left(scene.team)).toEqual({ secrets: 0, webhooks: 0, recordings: 0 });
  expect(await left(scene.owner.id)).toEqual({ secrets: 1, webhooks: 1, recordings: 1 });
  expect(await store.get(firstPart(gone))).toBeUndefined();
  expect(await store.get(firstPart(kept))).toEqual(Buffer.from('a part'));
});
