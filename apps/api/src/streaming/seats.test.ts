// One seat for the picture and for calls, through the whole product: the API, a real agent, and a virtual phone.
import { type ActionResult, closeCodes, type DeviceSeat } from '@pocketfleet/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { openSocket, type TestViewer, ticketFor } from '../../test/test-viewer.ts';
import { sql } from '../platform/database.ts';
import { insertCutOff } from './cut-offs.sql.ts';
import { findSeat, releaseSeat } from './seats.ts';

const scene = useRentedPhone();
const patience = { timeout: 60_000, interval: 20 };
const home = { action: 'press', key: 'home' };
const back = { type: 'back_or_screen_on', action: 'down' } as const;

async function call<Body>(method: 'GET' | 'POST', what: string, token = scene.token, payload?: object) {
  const answer = await scene.fleet.site.call(method, `/api/devices/${scene.phone}/${what}`, {
    token,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.status, body: answer.body as unknown as Body & { code?: string } };
}
/** On a busy machine a phone may not answer for once, or be away for a moment: then nothing was done. */
const act = (token: string) =>
  vi.waitFor(async () => {
    const { body } = await call<ActionResult>('POST', 'actions', token, home);
    if (body.why === 'failed' || /^device_(?:failed|offline)$/.test(body.code ?? ''))
      throw new Error(body.detail);
    return body;
  }, patience);
const seat = async (token?: string) => (await call<DeviceSeat>('GET', 'seat', token)).body;
const heldBy = (viewer: TestViewer) =>
  viewer.notices.findLast((notice) => notice.type === 'role') as { role: string; holder: object } | undefined;
const robot = (permissions = ['watch', 'control', 'screen', 'shell']) =>
  makeTestKey(scene.fleet.site, scene.token, { permissions });

async function openShell(token: string): Promise<TestViewer> {
  const ticket = await ticketFor(scene.fleet.site, token, scene.phone, { purpose: 'shell' });
  const shell = openSocket(scene.fleet.address, scene.phone, ticket, { what: 'shell' });
  scene.viewers.push(shell);
  // Its shell is there: it is admitted.
  await new Promise((resolve) => shell.socket.once('message', resolve));
  return shell;
}

beforeEach(async () => {
  const isRead = async () => expect((await call('GET', 'screen')).body).toMatchObject({ problem: null });
  await vi.waitFor(isRead, { timeout: 60_000, interval: 200 });
  const { db } = scene.fleet.site;
  const found = await sql<{ id: string }>`select id from assignments where state = 'active'`.execute(db);
  const place = { deviceId: scene.phone, assignmentId: found.rows[0]?.id ?? '' };
  const holder = (await findSeat(db, place))?.holder;
  if (holder) await releaseSeat(db, place, holder);
});

test('a person who uses the picture has the phone, and a program’s action is answered with their name', async () => {
  const { key } = await robot();
  const viewer = await scene.watchLive();
  expect((await act(key)).done).toBe(true);
  await vi.waitFor(
    () => expect(heldBy(viewer)).toMatchObject({ role: 'watching', holder: { kind: 'key' } }),
    patience,
  );
  // A stray touch of the picture takes nothing from a program; a click does.
  viewer.send(back);
  expect((await act(key)).done).toBe(true);
  viewer.ask({ type: 'take_control' });
  await vi.waitFor(() => expect(heldBy(viewer)).toMatchObject({ role: 'controlling' }), patience);
  expect(await act(key)).toMatchObject({
    done: false,
    why: 'seat_taken',
    detail: expect.stringContaining('A person has the phone: ada'),
  });
  expect((await call('POST', 'seat/take', key)).body).toMatchObject({ code: 'conflict' });
  expect((await seat()).holder).toMatchObject({ kind: 'person', name: 'ada', is_you: true });

  await call('POST', 'seat/give');
  const returned = await act(key);
  expect(returned).toMatchObject({ done: false, why: 'seat_returned' });
  expect(returned.changed.length).toBeGreaterThan(0);
  expect((await act(key)).done).toBe(true);
  expect((await seat()).holder).toMatchObject({ kind: 'key', is_you: false });
});

test('the first person who uses the picture has the phone, and leaves it to others with the page', async () => {
  const { key } = await robot();
  const viewer = await scene.watchLive();
  expect((await seat()).holder).toBeNull();
  viewer.send(back);
  await vi.waitFor(async () => expect((await seat()).holder).toMatchObject({ kind: 'person' }), patience);
  expect((await act(key)).why).toBe('seat_taken');
  const { generation } = await seat();
  viewer.socket.close();
  await vi.waitFor(async () => expect((await seat()).holder).toBeNull(), patience);
  expect((await act(key)).done).toBe(true);
  expect((await seat()).generation).toBeGreaterThan(generation);
});

test('a program keeps the phone while it thinks, until its key ends; another program takes it by a call', async () => {
  const [one, two] = await Promise.all([robot(), robot()]);
  expect((await act(one.key)).done).toBe(true);
  await sql`update device_seats set used_at = used_at - interval '1 hour'`.execute(scene.fleet.site.db);
  expect((await act(two.key)).why).toBe('seat_taken');
  expect((await call('POST', 'seat/take', two.key)).status).toBe(200);
  expect((await act(two.key)).done).toBe(true);
  expect((await act(one.key)).why).toBe('seat_taken');
  await scene.fleet.site.call('DELETE', `/api/keys/${two.id}`, { token: scene.token });
  // Nobody has a phone by a key that has ended, and everybody hears of it.
  expect((await seat()).holder).toBeNull();
  const isFree = async () =>
    expect(
      (await sql`select 1 from device_seats where holder_id is not null`.execute(scene.fleet.site.db)).rows,
    ).toEqual([]);
  // Sooner than the job of each minute, mostly.
  await vi.waitFor(isFree, { timeout: 20_000, interval: 20 });
  // Its first action since is answered with what changed.
  expect((await act(one.key)).why).toBe('seat_returned');
  expect((await act(one.key)).done).toBe(true);
});

test('a person cuts a program off: what it has open closes, and its next action is refused', async () => {
  const { id, key } = await robot();
  expect((await act(key)).done).toBe(true);
  const shell = await openShell(key);
  const cut = (token: string, whom: object) => call<DeviceSeat>('POST', 'seat/cut', token, whom);
  expect((await cut(key, { kind: 'key', id })).body.code).toBe('forbidden');
  expect((await cut(scene.token, { kind: 'key', id })).body.holder).toMatchObject({ is_you: true });
  expect(await shell.closed).toBe(closeCodes.cut_off.code);
  expect((await act(key)).why).toBe('seat_taken');
});

test('a program that gives the phone back and takes it again is told nothing of others, unless there was one', async () => {
  const [one, two] = await Promise.all([robot(), robot()]);
  const give = (token: string) => call('POST', 'seat/give', token);
  expect((await act(one.key)).done).toBe(true);
  const { generation } = await seat();
  await give(one.key);
  expect((await act(one.key)).done).toBe(true);
  expect((await seat()).generation).toBeGreaterThan(generation);
  await give(one.key);
  await give(one.key);
  expect((await act(one.key)).done).toBe(true);
  await give(one.key);
  expect((await act(two.key)).done).toBe(true);
  await give(two.key);
  expect((await act(one.key)).why).toBe('seat_returned');
  expect((await act(one.key)).done).toBe(true);
  // A node of the version before, which knows nothing of who gave the phone back, has let somebody in between.
  await give(one.key);
  await sql`update device_seats set generation = generation + 2`.execute(scene.fleet.site.db);
  expect((await act(one.key)).why).toBe('seat_returned');
});

test('a cut closes what is open although its event is lost, and tickets from before it open nothing more', async () => {
  const { db } = scene.fleet.site;
  const { id, key } = await robot();
  const shell = await openShell(key);
  const early = await ticketFor(scene.fleet.site, key, scene.phone, { purpose: 'shell' });
  const found = await sql<{ id: string }>`select id from assignments where state = 'active'`.execute(db);
  // As `seat/cut` stores it, without the event.
  await insertCutOff(db, found.rows[0]?.id ?? '', { kind: 'key', id });
  expect(await shell.closed).toBe(closeCodes.cut_off.code);
  const opened = openSocket(scene.fleet.address, scene.phone, early, { what: 'shell' });
  expect(await opened.closed).toBe(closeCodes.cut_off.code);
  // They may come again.
  await openShell(key);
});
