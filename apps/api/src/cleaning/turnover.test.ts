// Two tenants in turn on one phone, through the whole product: control plane, a real agent, a virtual phone.
// Residue is looked up inside the phone.
import { encodeControlMessage } from '@pocketfleet/stream-protocol';
import { findResidue, type Phone, plantResidue, RESIDUE_KINDS } from '@pocketfleet/virtual-phone';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { startTestFleet, type TestFleet } from '../../test/watched-fleet.ts';
import { assignDevice, endAssignment } from '../assignments/assignments.ts';
import { rebootDevice, takeThumbnail } from '../devices/devices.ts';
import { sql } from '../platform/database.ts';
import { cleanNow, listCleanings, quarantineDevice, releaseDevice } from './cleaning.ts';

let fleet: TestFleet;
let phone: Phone;
let device: string;
const users = new Map<string, { id: string; token: string }>();

beforeAll(async () => {
  fleet = await startTestFleet(1);
  for (const name of ['ada', 'bob']) {
    const id = await createTestUser(fleet.site.db, name);
    users.set(name, { id, token: await fleet.site.signIn(name, testPassword) });
  }
  const [first] = fleet.phones;
  if (first === undefined) throw new Error('no phone');
  phone = first;
});
afterAll(() => fleet.stop());

const failLate = (error: unknown) => {
  throw error;
};
const user = (name: 'ada' | 'bob') => users.get(name) ?? { id: '', token: '' };
const deps = () => ({ ...fleet.site.app.deps, links: fleet.site.app.links });

type State = { state: string; proven: boolean; quarantine_reason: string };
const stateOf = async (): Promise<State | undefined> => {
  const found = await sql<State>`
    select state, proven_by is not null as proven, quarantine_reason from devices where id = ${device}`.execute(
    fleet.site.db,
  );
  return found.rows[0];
};
const isReady = () => expect.poll(async () => (await stateOf())?.state, { timeout: 60_000 }).toBe('ready');
const isOnline = () =>
  expect
    .poll(
      async () => {
        const found = await sql<{ connection_state: string }>`
          select connection_state from device_presence where device_id = ${device}`.execute(fleet.site.db);
        return found.rows[0]?.connection_state;
      },
      { timeout: 60_000 },
    )
    .toBe('online');

async function rent(name: 'ada' | 'bob', hours = 5): Promise<string> {
  const nowMs = fleet.site.app.deps.clock.nowMs();
  return assignDevice(deps(), {
    device_id: device,
    user_id: user(name).id,
    order_id: null,
    starts_at: new Date(nowMs - 1_000).toISOString(),
    expires_at: new Date(nowMs + hours * 3_600_000).toISOString(),
  });
}

const phonesOf = async (name: 'ada' | 'bob') => {
  const answer = await fleet.site.call('GET', '/api/phones', { token: user(name).token });
  return answer.body as unknown as { assignment_state: string; connection_state: string }[];
};
const isOpenTo = (name: 'ada' | 'bob') =>
  expect
    .poll(() => phonesOf(name), { timeout: 60_000, interval: 50 })
    .toMatchObject([{ assignment_state: 'active', connection_state: 'online' }]);

const lastCleaning = async () => {
  const { rows } = await listCleanings(fleet.site.db, { device_id: device, offset: 0, limit: 1 });
  return rows[0];
};

test('a phone that joins gives its baseline, and is ready only then', async () => {
  await fleet.startAgent();
  await expect.poll(() => fleet.deviceOf(phone), { timeout: 60_000 }).toBeDefined();
  device = (await fleet.deviceOf(phone)) ?? '';
  await isReady();
  expect(await lastCleaning()).toMatchObject({ purpose: 'join', state: 'proven', attempts: 1 });
  await isOnline();
});

test('nothing that a tenant leaves, by shell, files, clipboard and adb, is there for the next one', async () => {
  const first = await rent('ada');
  const beforeMs = performance.now();
  await isOpenTo('ada');
  console.log(`open to its tenant after ${Math.round(performance.now() - beforeMs)} ms`);
  const { token } = user('ada');
  const leave =
    'echo secret > /data/local/tmp/note; echo secret > /sdcard/Download/note; settings put secure spy 1';
  await fleet.shell(token, device, `${leave}; pm create-user other; input text secret`);
  await pushFile(token, 'diary.txt', 'secret');
  const screen = await fleet.socket(token, device, 'control');
  screen.send(JSON.stringify({ type: 'take_control' }));
  const copy = () => {
    screen.send(encodeControlMessage({ type: 'set_clipboard', sequence: 1, paste: false, text: 'secret' }));
    return phone.world.android().screen.clipboard.get();
  };
  // Input that is sent before the first picture is dropped.
  await expect.poll(copy, { timeout: 60_000 }).toBe('secret');
  expect(await fleet.shell(token, device, 'cat /data/local/tmp/note')).toContain('secret');
  // Some of them close the folder of the note.
  for (const kind of RESIDUE_KINDS.filter((one) => one !== 'account')) await plantResidue(phone, kind);

  expect(await endAssignment(deps(), first)).toBe(true);
  expect(await stateOf()).toMatchObject({ state: 'cleaning', proven: false });
  await expect.poll(() => screen.readyState).toBe(screen.CLOSED);
  await isReady();
  expect(await lastCleaning()).toMatchObject({ purpose: 'clean', state: 'proven' });
  expect(await findResidue(phone)).toEqual([]);

  await isOnline();
  const second = await rent('bob');
  await isOpenTo('bob');
  const look =
    'ls -aR /data/local/tmp /sdcard/ /storage/emulated; settings list secure; settings list global; pm list users; pm list packages -3; getprop';
  const found = await fleet.shell(user('bob').token, device, look);
  expect(found).not.toMatch(/note|diary|spy|other|leftover|secret|statement|private|payload|Keylogger/);
  expect(found).toMatch(/tenant-/);
  expect(phone.world.android().screen.clipboard.get()).toBe('');
  expect(phone.world.android().screen.runningPackages).toEqual([]);
  await endAssignment(deps(), second);
  await isReady();
});

async function pushFile(token: string, name: string, text: string): Promise<void> {
  const { createHash } = await import('node:crypto');
  const { encodeFileBlock } = await import('@pocketfleet/stream-protocol');
  const socket = await fleet.socket(token, device, 'files');
  const content = Buffer.from(text);
  const chain = createHash('sha256').update(Buffer.alloc(32)).update(content).digest('hex');
  const said: string[] = [];
  socket.on('message', (data) => {
    const notice = JSON.parse(data.toString());
    said.push(notice.type);
    if (notice.type === 'push_ready') {
      socket.send(JSON.stringify({ type: 'push_from', offset: 0 }));
      socket.send(encodeFileBlock({ offset: 0, content }));
      socket.send(JSON.stringify({ type: 'push_end', chain }));
    }
  });
  const size = content.length;
  const push = { type: 'push', folder: '/sdcard/Download', name, size, modified_ms: 1, install: false };
  socket.send(JSON.stringify(push));
  await expect.poll(() => said.at(-1), { timeout: 60_000 }).toBe('done');
  const { current } = phone.world.users;
  expect(current).not.toBe(0);
  expect((await phone.world.files.readFile(`/storage/emulated/${current}/Download/${name}`)).toString()).toBe(
    text,
  );
}

test('a phone can not be used before it is open, and its details are hidden', async () => {
  await isOnline();
  await fleet.killAgent();
  const id = await rent('ada');
  expect(await phonesOf('ada')).toMatchObject([
    { assignment_state: 'scheduled', connection_state: 'offline' },
  ]);
  await expect(fleet.socket(user('ada').token, device, 'shell')).rejects.toThrow('assignment_not_started');
  await fleet.startAgent();
  await isOpenTo('ada');
  await endAssignment(deps(), id);
  await isReady();
});

test('an agent that is killed during a cleaning repeats it, and the phone is clean', async () => {
  await isOnline();
  const id = await rent('ada');
  await isOpenTo('ada');
  await plantResidue(phone, 'installed_app');
  await plantResidue(phone, 'proxy');
  await phone.setFaults({ rebootMs: 3_000 });
  await endAssignment(deps(), id);
  await expect
    .poll(async () => (await lastCleaning())?.state, { timeout: 60_000, interval: 20 })
    .toBe('running');
  await expect.poll(() => phone.world.users.list().length, { timeout: 60_000, interval: 10 }).toBe(1);
  await fleet.killAgent();
  expect(await stateOf()).toMatchObject({ state: 'cleaning', proven: false });
  await phone.setFaults({ rebootMs: 100 });
  await fleet.startAgent();
  await isReady();
  expect(await findResidue(phone)).toEqual([]);
  expect(await lastCleaning()).toMatchObject({ state: 'proven' });
});

test('a phone whose assignment ends while its host is offline is cleaned when the host returns, and not rentable before', async () => {
  await isOnline();
  const id = await rent('ada');
  await isOpenTo('ada');
  await plantResidue(phone, 'download');
  await fleet.killAgent();
  await endAssignment(deps(), id);
  expect(await stateOf()).toMatchObject({ state: 'cleaning', proven: false });
  const next = await rent('bob');
  expect(await phonesOf('bob')).toMatchObject([{ assignment_state: 'scheduled' }]);
  expect(await findResidue(phone)).toEqual(['download']);
  await fleet.startAgent();
  // The next tenant's rental has started, so the phone opens by itself once it is clean.
  await isOpenTo('bob');
  expect(await findResidue(phone)).toEqual([]);
  await endAssignment(deps(), next);
  await isReady();
});

test('our team restarts and sees phones without a tenant, and a tenant’s screen is refused', async () => {
  await isOnline();
  const png = await takeThumbnail(deps(), device);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(240);
  expect(await rebootDevice(deps(), device, 'team', failLate)).toBe(true);
  await isOnline();
  const id = await rent('ada');
  await isOpenTo('ada');
  await expect(takeThumbnail(deps(), device)).rejects.toMatchObject({ code: 'device_failed' });
  await expect(cleanNow(deps(), device)).rejects.toMatchObject({ code: 'conflict' });
  await endAssignment(deps(), id);
  await isReady();
});

test('a phone that can not be cleaned is quarantined with the reasons, until it is released and proven clean', async () => {
  await isOnline();
  await phone.setFaults({ keepsResidue: true });
  const id = await rent('ada');
  await isOpenTo('ada');
  await plantResidue(phone, 'download');
  await endAssignment(deps(), id);
  await expect.poll(async () => (await stateOf())?.state, { timeout: 60_000 }).toBe('quarantined');
  expect((await stateOf())?.quarantine_reason).toMatch(/users: .*shared_files: /);
  expect(await lastCleaning()).toMatchObject({ state: 'failed', attempts: 3 });
  await expect(
    sql`update devices set state = 'ready' where id = ${device}`.execute(fleet.site.db),
  ).rejects.toThrow('devices_ready_is_proven');

  await phone.setFaults({ keepsResidue: false });
  await releaseDevice(deps(), device, false);
  await isReady();
  expect(await findResidue(phone)).toEqual([]);
  await quarantineDevice(deps(), device, 'a look at its screen');
  await expect(cleanNow(deps(), device)).rejects.toMatchObject({ code: 'conflict' });
  await releaseDevice(deps(), device, true);
  await isReady();
  expect(await lastCleaning()).toMatchObject({ purpose: 'join', state: 'proven' });
});
