// The seat of a phone in the hands of keys that are rotated, or that may no longer use it, without a phone.
import type { DeviceSeat } from '@pocketfleet/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { authenticate } from '../access/access.ts';
import { sql } from '../platform/database.ts';
import { claimPhone } from './claim-phone.ts';
import { selectPeople } from './people.sql.ts';
import { releaseEndedSeats } from './seats.ts';
import { cutOff, deviceSeatChanged } from './streaming.events.ts';

const { scene, site, member, rentedPhone, made, rotate, revoke } = useTeamWithKeys({ leads: false });
const permissions = ['watch', 'control', 'screen'];

const call = (method: 'GET' | 'POST', what: string, token: string, payload?: object) =>
  site.call(method, `/api/devices/${scene.phone}/${what}`, {
    token,
    ...(payload && { payload }),
  });
const act = (token: string) => call('POST', 'actions', token, { action: 'press', key: 'home' });
/** The phone's host is away: an action that gets the seat fails for that. */
const done = { status: 409, body: { code: 'device_offline' } };
const seat = async (token: string) => (await call('GET', 'seat', token)).body as unknown as DeviceSeat;

beforeEach(async () => {
  await sql`update hosts set link_beat_at = app_now() - interval '1 hour'`.execute(site.db);
});

test('a rotated key keeps the phone that it has, and the old one acts too while it works', async () => {
  const before = await made({ name: 'robot', permissions });
  const other = await made({ name: 'other', permissions });
  expect(await act(before.key)).toMatchObject(done);
  const { generation } = await seat(before.key);
  const { id, key } = (await rotate(before.id)).body as { id: string; key: string };
  const heard: (string | undefined)[] = [];
  const stop = site.app.deps.events.on(deviceSeatChanged, ({ holder }) => heard.push(holder?.id));
  for (const token of [key, before.key, key]) {
    expect(await act(token)).toMatchObject(done);
    expect(await seat(token)).toMatchObject({ generation, holder: { name: 'robot', is_you: true } });
  }
  expect((await seat(key)).holder).toMatchObject({ id });
  expect((await act(other.key)).body).toMatchObject({ why: 'seat_taken' });
  // The relays let in by the id.
  await vi.waitFor(() => expect(heard).toEqual([id, before.id, id]), { interval: 20 });
  stop();
  // The old one gives back what the new one has, and nobody else had the phone in between.
  expect((await call('POST', 'seat/give', before.key)).body).toMatchObject({ holder: null });
  expect(await act(other.key)).toMatchObject(done);
});

test('a key keeps the phone while its line goes on, whichever of its ids ends', async () => {
  const first = await made({ permissions });
  const other = await made({ permissions });
  expect(await act(first.key)).toMatchObject(done);
  const { id: secondId } = (await rotate(first.id)).body as { id: string };
  const { id: lastId } = (await rotate(secondId)).body as { id: string };
  // The oldest of three has ended.
  await releaseEndedSeats(site.db, [first.id]);
  expect((await act(other.key)).body).toMatchObject({ why: 'seat_taken' });
  await sql`update credentials set expires_at = app_now() where id = ${secondId}`.execute(site.db);
  await releaseEndedSeats(site.db, null);
  expect((await act(other.key)).body).toMatchObject({ why: 'seat_taken' });
  await revoke(lastId);
  expect(await act(other.key)).toMatchObject(done);
});

test('a key is cut off under its ids before and after rotations, which is told once', async () => {
  const before = await made({ name: 'robot', permissions });
  const { id } = (await rotate(before.id)).body as { id: string };
  const both = [before.id, id].sort();
  const heard: string[] = [];
  const stop = site.app.deps.events.on(cutOff, (event) => heard.push(event.id));
  const owner = { token: scene.owner.token, workspace: scene.team };
  const cut = { ...owner, payload: { kind: 'key', id } };
  expect((await site.call('POST', `/api/devices/${scene.phone}/seat/cut`, cut)).status).toBe(200);
  await vi.waitFor(() => expect(heard.sort()).toEqual(both), { interval: 20 });
  stop();
  const stored = await sql<{ id: string }>`
    select c.principal_id as id from cut_offs c join assignments a on a.id = c.assignment_id
    where a.device_id = ${scene.phone} order by 1`.execute(site.db);
  expect(stored.rows.map((row) => row.id)).toEqual(both);
  const { body } = await site.call('GET', '/api/activity?kind=phone.cut_off', owner);
  expect(body['rows']).toMatchObject([{ details: { name: 'robot' } }]);
});

test('the seat of a key that may no longer control the phone is free for others', async () => {
  const maker = await member('admin', [scene.phone]);
  const lost = await made({ name: 'lost', permissions, phones: [scene.phone] }, maker.token);
  const other = await made({ name: 'other', permissions });
  expect(await act(lost.key)).toMatchObject(done);
  expect((await act(other.key)).body).toMatchObject({ why: 'seat_taken' });
  await sql`delete from grants where user_id = ${maker.id}`.execute(site.db);
  expect(await seat(other.key)).toMatchObject({ holder: null });
  expect(await act(other.key)).toMatchObject(done);
  expect((await seat(other.key)).holder).toMatchObject({ name: 'other' });

  // Others hear of it, though nobody asks for the phone.
  await sql`update credentials set permissions = '{watch}' where id = ${other.id}`.execute(site.db);
  await releaseEndedSeats(site.db, null);
  const held =
    await sql`select 1 from device_seats where device_id = ${scene.phone} and holder_id is not null`;
  expect((await held.execute(site.db)).rows).toEqual([]);
});

test('a program that may not control the phone changes nothing on it while another program has it', async () => {
  const robot = await made({ name: 'robot', permissions });
  const { key: secret } = await made({ permissions: ['files'] });
  const caller = await authenticate(site.app.deps, { secret, workspaceId: undefined, address: '127.0.0.1' });
  if (caller === undefined) return expect.fail('the key lets nobody in');
  const claim = () => claimPhone(site.app.deps, caller, scene.phone);
  await claim();
  await act(robot.key);
  await expect(claim()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('robot'),
  });
  await call('POST', 'seat/give', robot.key);
  await claim();
});

test('the new key of a program takes the phone from its old one without a word in the activity', async () => {
  const before = await made({ permissions });
  await act(before.key);
  const { key } = (await rotate(before.id)).body as { key: string };
  expect((await call('POST', 'seat/take', key)).status).toBe(200);
  const owner = { token: scene.owner.token, workspace: scene.team };
  const taken = async () => (await site.call('GET', '/api/activity?kind=control.taken', owner)).body['rows'];
  expect(await taken()).toEqual([]);
  await site.call('POST', `/api/devices/${scene.phone}/seat/take`, owner);
  expect(await taken()).toHaveLength(1);
});

describe('calls that manage apps', () => {
  const start = (token: string) => call('POST', 'apps/start', token, { package: 'com.example.bank' });
  const person = (what: 'take' | 'give') =>
    site.call('POST', `/api/devices/${scene.phone}/seat/${what}`, {
      token: scene.owner.token,
      workspace: scene.team,
    });
  const refused = { status: 409, body: { code: 'conflict' } };

  test('are refused to programs while a person has the phone, as is a restart', async () => {
    const robot = await made({ permissions: [...permissions, 'apps'] });
    const other = await made({ permissions: [...permissions, 'apps'] });
    const bare = await made({ permissions: ['apps'] });
    await person('take');
    for (const { key } of [robot, bare]) {
      for (const what of ['start', 'stop', 'clear', 'uninstall']) {
        const payload = { package: 'com.example.bank' };
        expect(await call('POST', `apps/${what}`, key, payload)).toMatchObject(refused);
      }
    }
    expect(await call('POST', 'restart', robot.key)).toMatchObject(refused);
    expect(await call('POST', 'apps/list', robot.key)).toMatchObject(done);
    const body = { package: 'com.example.bank' };
    const { token } = scene.owner;
    const own = { token, workspace: scene.team, payload: body };
    expect(await site.call('POST', `/api/devices/${scene.phone}/apps/start`, own)).toMatchObject(done);

    await person('give');
    expect(await start(robot.key)).toMatchObject(done);
    // It goes again without a word, so it takes no seat that it would keep from others.
    expect(await act(other.key)).toMatchObject(done);
    expect(await start(robot.key)).toMatchObject(done);
  });

  test('count as actions', async () => {
    const { key } = await made({ permissions: [...permissions, 'apps'], actions_a_minute: 1 });
    expect(await start(key)).toMatchObject(done);
    expect((await start(key)).status).toBe(429);
  });
});

test('a key that had the seat in the last rental isn’t at the phone in the next one', async () => {
  const { id, key } = await made({ permissions });
  expect((await call('POST', 'seat/take', key)).status).toBe(200);
  const there = async () =>
    (await selectPeople(site.db, scene.team, [scene.phone])).map((one) => one.credential_id);
  expect(await there()).toEqual([id]);
  const other = await rentedPhone(scene.team, scene.owner.id);
  await sql`update device_seats set assignment_id = (select id from assignments where device_id = ${other})
    where device_id = ${scene.phone}`.execute(site.db);
  expect(await there()).toEqual([]);
});
