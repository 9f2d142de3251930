// Secrets of people who have some phones of a team, without a phone.
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { inTransaction, sql, type Tx } from '../platform/database.ts';
import { insertSecret } from './secrets.sql.ts';

const { scene, site, member, rentedPhone } = useTeamWithKeys({ leads: false });

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, token: string, payload?: object) =>
  site.call(method, path, { token, workspace: scene.team, ...(payload && { payload }) });
const make = (name: string, phones: 'all' | string[], token = scene.owner.token) => {
  site.app.deps.config.operatorSecretsKeys = [Buffer.alloc(32, 7)];
  const input = { name, value: 'Copper-Kite', apps: ['com.example.bank'], phones };
  return call('POST', '/api/secrets', token, input);
};
const remove = (made: { body: Record<string, unknown> }, token: string) =>
  call('DELETE', `/api/secrets/${made.body['id']}`, token);

test('a member with some phones deletes secrets of these phones and their own, and no others', async () => {
  const other = await rentedPhone(scene.team, scene.owner.id);
  const manager = await member('manager', [scene.phone]);
  const ofAll = await make('of all', 'all');
  const ofBoth = await make('of both', [scene.phone, other]);
  const ofOne = await make('of one', [scene.phone]);
  for (const secret of [ofAll, ofBoth]) {
    expect(await remove(secret, manager.token)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  }
  expect((await remove(ofOne, manager.token)).status).toBe(200);
  expect((await remove(await make('elsewhere', [other]), manager.token)).status).toBe(404);
  const own = await make('own', [scene.phone], manager.token);
  expect((await remove(own, manager.token)).status).toBe(200);
  for (const secret of [ofAll, ofBoth]) expect((await remove(secret, scene.owner.token)).status).toBe(200);
});

test('a phone that the team has no more keeps nobody from deleting a secret that was for it too', async () => {
  const other = await rentedPhone(scene.team, scene.owner.id);
  const manager = await member('manager', [scene.phone]);
  const ofBoth = await make('of both', [scene.phone, other]);
  const turn = (state: string) =>
    sql`update assignments set state = ${state}, ended_at = case when ${state} = 'ended' then app_now() end
      where device_id = ${other}`.execute(site.db);
  await turn('scheduled');
  expect((await remove(ofBoth, manager.token)).status).toBe(403);
  await turn('ended');
  expect((await remove(ofBoth, manager.token)).status).toBe(200);
});

test('a secret of all phones is made by who has all phones', async () => {
  const manager = await member('manager', [scene.phone]);
  const refused = await make('of all', 'all', manager.token);
  expect(refused).toMatchObject({ status: 403, body: { fields: { phones: expect.any(String) } } });
  const told = async (token: string) => (await call('GET', '/api/secrets', token)).body;
  expect(await told(manager.token)).toMatchObject({ can_have_all_phones: false });
  expect(await told(scene.owner.token)).toMatchObject({ can_have_all_phones: true });
});

test('a name that is taken is told at its field, and a full list is told as such', async () => {
  await make('Bank', 'all');
  const twice = await make('Bank', 'all');
  expect(twice).toMatchObject({ status: 409, body: { code: 'already_exists' } });
  expect(twice.body['fields']).toEqual({ name: twice.body['detail'] });
  await sql`insert into typed_secrets (id, workspace_id, name, value, apps, is_for_any_field, made_by)
    select gen_random_uuid(), ${scene.team}, 'more ' || n, decode(repeat('00', 97), 'hex'), '{com.example.bank}', false, ${scene.owner.id}
    from generate_series(1, 199) n`.execute(site.db);
  const full = await make('one more', 'all');
  expect(full).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(full.body['detail']).toContain('200');
});

test('a secret that is made while the last place is taken waits, and is refused', async () => {
  const insert = (tx: Tx, name: string) => {
    const shared = { id: randomUUID(), workspace_id: scene.team, name, value: Buffer.alloc(97) };
    const rest = { apps: ['com.example.bank'], is_for_any_field: false, phones: null, principals: null };
    return insertSecret(tx, { ...shared, ...rest, made_by: scene.owner.id }, 200);
  };
  await sql`insert into typed_secrets (id, workspace_id, name, value, apps, is_for_any_field, made_by)
    select gen_random_uuid(), ${scene.team}, 'more ' || n, decode(repeat('00', 97), 'hex'), '{com.example.bank}', false, ${scene.owner.id}
    from generate_series(1, 199) n`.execute(site.db);
  let making: ReturnType<typeof make> | undefined;
  await inTransaction(site.db, async (tx) => {
    await insert(tx, 'the last');
    making = make('one more', 'all');
    await vi.waitFor(async () => {
      const waiting = await sql`select 1 from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`.execute(site.db);
      expect(waiting.rows).toHaveLength(1);
    });
  });
  expect(await making).toMatchObject({ status: 409, body: { code: 'conflict' } });
});
