// Members, keys and connected programs with named phones who rent others.
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { openOrder, openRental, phoneOfOrder, rent, settle } from '../../test/test-rentals.ts';
import { addTestMember, createTestTeam } from '../../test/test-team.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { insertConnection, insertToken } from '../access/oauth/connections.sql.ts';
import { endAssignment, swapDevice } from '../assignments/assignments.ts';
import { inTransaction, sql } from '../platform/database.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';

const { shop, ada } = useTwoRenters(5);
let team: string;
let people = 0;
beforeEach(async () => {
  team = await createTestTeam(shop.site.db, ada.id);
});

async function member(role: 'manager' | 'user', phones: string[]): Promise<string> {
  people += 1;
  const user_id = await createTestUser(shop.site.db, `member${people}`);
  await addTestMember(shop.site.db, team, { user_id, role, phones });
  return shop.site.signIn(`member${people}`, testPassword);
}
const phonesOf = async (token: string, workspace?: string) => {
  const asked = await shop.site.call('GET', '/api/phones', { token, ...(workspace && { workspace }) });
  return (asked.body as unknown as { id: string }[]).map(({ id }) => id).toSorted();
};
const permissions = ['watch', 'control', 'rent', 'spend'] as const;
/** A key for one phone that is rented already. Its list leaves that phone out. */
async function makeKey() {
  const [named = ''] = (await phonesOf(ada.token)).length > 0 ? await phonesOf(ada.token) : [await rentOne()];
  const made = await makeTestKey(shop.site, ada.token, {
    permissions,
    phones: [named],
    monthly_limit_cents: 1_000_000,
  });
  return { ...made, listed: async (key = made.key) => (await phonesOf(key)).filter((id) => id !== named) };
}
const rentedBy = async (orderId: string) => (await phoneOfOrder(shop, ada.token, orderId))?.device_id ?? '';
const rentOne = async () => rentedBy(await rent(shop, ada.token));
const control = (token: string, device: string) =>
  shop.site.call('POST', `/api/devices/${device}/stream/start`, { token, payload: { purpose: 'control' } });
const openAssignment = async (device: string) => {
  const found = await sql<{ id: string }>`
    select id from assignments where device_id = ${device} and state <> 'ended' order by starts_at`.execute(
    shop.site.db,
  );
  return found.rows[0]?.id ?? '';
};
const end = async (device: string) =>
  expect(await endAssignment(shop.site.app.deps, await openAssignment(device))).toBe(true);
const dayMs = 24 * 3_600_000;

describe('a member', () => {
  test('a manager with named phones has the phone that they rented, and nobody else’s', async () => {
    await rent(shop, ada.token, { workspace: team });
    const [first = ''] = await phonesOf(ada.token, team);
    const [manager, user] = [await member('manager', [first]), await member('user', [first])];
    await rent(shop, manager, { workspace: team });
    const all = await phonesOf(ada.token, team);
    expect(all).toHaveLength(2);
    expect(await phonesOf(manager, team)).toEqual(all);
    expect(await phonesOf(user, team)).toEqual([first]);
  });

  test('the grant ends with the rental', async () => {
    const manager = await member('manager', []);
    await rent(shop, manager, { workspace: team });
    expect(await phonesOf(manager, team)).toHaveLength(1);
    await sql`update assignments set state = 'ended', ended_at = app_now() where workspace_id = ${team}`.execute(
      shop.site.db,
    );
    const left = await sql`select 1 from grants where workspace_id = ${team}`.execute(shop.site.db);
    expect(left.rows).toEqual([]);
  });
});

describe('a key with named phones', () => {
  test('uses the phone that it rented, and no other key with named phones does', async () => {
    const [key, other] = [await makeKey(), await makeKey()];
    const device = await rentedBy(await rent(shop, key.key));
    expect(await key.listed()).toEqual([device]);
    expect((await control(key.key, device)).status).toBe(200);
    expect(await other.listed()).toEqual([]);
    expect((await control(other.key, device)).body['code']).toBe('device_not_assigned');
  });

  test('has nothing of an order that a person pays in its place', async () => {
    const { key, listed } = await makeKey();
    const { orderId } = await openRental(shop, key);
    await shop.pay((await openOrder(shop, ada.token, orderId)).secret);
    await settle(shop);
    expect(await rentedBy(orderId)).not.toBe('');
    expect(await listed()).toEqual([]);
  });

  test('passes what it rented to the key that took its place before the payment', async () => {
    const made = await makeKey();
    const { orderId, secret } = await openRental(shop, made.key);
    const rotated = await shop.site.call('POST', `/api/keys/${made.id}/rotate`, { token: ada.token });
    await shop.pay(secret);
    await settle(shop);
    const device = await rentedBy(orderId);
    for (const key of [made.key, String(rotated.body['key'])])
      expect(await made.listed(key)).toEqual([device]);
  });

  test('keeps a phone that takes the place of its own', async () => {
    const { key, listed } = await makeKey();
    const before = await rentedBy(await rent(shop, key));
    const { new_id } = await inTransaction(shop.site.db, async (tx) =>
      swapDevice(tx, await openAssignment(before), { by: 'by_team', note: '' }),
    );
    const after = await sql<{
      device_id: string;
    }>`select device_id from assignments where id = ${new_id}`.execute(shop.site.db);
    expect(after.rows[0]?.device_id).not.toBe(before);
    expect(await listed()).toEqual([after.rows[0]?.device_id]);
  });

  test('has a phone no longer that somebody else rents anew', async () => {
    const { key, listed } = await makeKey();
    const device = await rentedBy(await rent(shop, key));
    await end(device);
    await settle(shop);
    await rent(shop, ada.token, { phone_count: 4, inMs: dayMs });
    expect(await phonesOf(ada.token)).toContain(device);
    expect(await listed()).toEqual([]);
  });

  test('has what follows another rental of its account only when that has ended', async () => {
    // Rented for longer than the others, so the key can't rent the phone that it names.
    await rent(shop, ada.token, { period: 'month' });
    const { key, listed } = await makeKey();
    await rent(shop, ada.token, { phone_count: 4 });
    const device = await rentedBy(await rent(shop, key, { inMs: 8 * dayMs }));
    expect(await listed()).toEqual([]);
    expect((await control(key, device)).body['code']).toBe('device_not_assigned');
    await end(device);
    expect(await listed()).toEqual([device]);
  });

  test('keeps its phone when a later rental of it ends before its start', async () => {
    const { key, listed } = await makeKey();
    const device = await rentedBy(await rent(shop, key));
    await rent(shop, ada.token, { phone_count: 5, inMs: 8 * dayMs });
    const later = await sql<{ id: string }>`
      select id from assignments where device_id = ${device} and state = 'scheduled'`.execute(shop.site.db);
    expect(later.rows).toHaveLength(1);
    await endAssignment(shop.site.app.deps, later.rows[0]?.id ?? '');
    expect(await listed()).toEqual([device]);
  });
});

test('a connected program with named phones uses the phone that it rented', async () => {
  const connection = await insertConnection(shop.site.db, {
    user_id: ada.id,
    workspace_id: ada.id,
    permissions,
    phones: [],
    token_hash: hashSecret(createSecret()),
    machine: 'Firefox',
    client_id: 'https://agent.example/client.json',
    program: 'agent.example',
    monthly_limit_cents: 1_000_000,
    days: 30,
  });
  const token = createSecret();
  const token_hash = hashSecret(token);
  await insertToken(shop.site.db, {
    connection_id: connection.id,
    token_hash,
    valid_s: 3_600,
    resource: 'api',
  });
  const device = await rentedBy(await rent(shop, token));
  expect(await phonesOf(token)).toEqual([device]);
  expect((await control(token, device)).status).toBe(200);
});
