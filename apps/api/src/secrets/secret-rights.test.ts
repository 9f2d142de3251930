// The rights to use a secret, and how often its use is recorded, without a phone.
import type { ActivityRow } from '@pocketfleet/contract';
import { expect, test, vi } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { authenticate } from '../access/access.ts';
import { makeSecret, recordTyped, useSecret } from './secrets.ts';

const { scene, site, made, rotate } = useTeamWithKeys({ leads: false });
const permissions = ['watch', 'control', 'screen', 'secrets'];

async function callerOf(secret: string, workspaceId?: string) {
  const caller = await authenticate(site.app.deps, { secret, workspaceId, address: '127.0.0.1' });
  return caller ?? expect.fail('the credential lets nobody in');
}

async function store(principals: string[]) {
  site.app.deps.config.operatorSecretsKeys = [Buffer.alloc(32, 7)];
  const input = { name: 'Bank', value: 'Copper-Kite', apps: ['com.example.bank'], is_for_any_field: false };
  const owner = await callerOf(scene.owner.token, scene.team);
  return makeSecret(site.app.deps, owner, { ...input, phones: 'all', principals });
}

test('a key keeps its secrets when it is rotated, and the old one has them while it works', async () => {
  const [first, other] = [await made({ permissions }), await made({ name: 'other', permissions })];
  await store([first.id]);
  const second = (await rotate(first.id)).body;
  const third = (await rotate(String(second['id']))).body;
  const use = async (key: unknown) =>
    useSecret(site.app.deps, await callerOf(String(key)), { name: 'Bank', deviceId: scene.phone });
  for (const key of [second['key'], third['key']])
    expect(await use(key)).toMatchObject({ text: 'Copper-Kite' });
  await expect(use(other.key)).rejects.toMatchObject({ code: 'forbidden' });
});

test('the use of a secret is recorded once for each action, and a failure of the record is only logged', async () => {
  const { id, name } = await store([scene.owner.id]);
  const caller = await callerOf(scene.owner.token, scene.team);
  const log = { error: vi.fn() };
  const use = (action_id: string | null, by = caller) =>
    recordTyped({ db: site.db, log }, by, { device_id: scene.phone, action_id, as: 'robot' }, { id, name });
  for (const action of ['one', 'one', 'two', null, null, '\u0000', '\u0000']) await use(action);
  // The same program with its next key repeats an action.
  await use('two', await callerOf((await made({ permissions })).key));
  const { body } = await site.call('GET', '/api/activity?kind=secret.typed', {
    token: scene.owner.token,
    workspace: scene.team,
  });
  expect(body['rows'] as ActivityRow[]).toHaveLength(5);
  expect(log.error).not.toHaveBeenCalled();
  await recordTyped(
    { db: site.db, log },
    caller,
    { device_id: 'no phone', action_id: null, as: 'robot' },
    { id, name },
  );
  expect(log.error).toHaveBeenCalledOnce();
});
