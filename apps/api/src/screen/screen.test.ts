// Screens and actions through the whole product: the API, a real agent, and a virtual phone.
import type { ActionResult, ScreenReading } from '@pocketfleet/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';

import { testPassword } from '../../test/test-app.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { sql } from '../platform/database.ts';

const scene = useRentedPhone();
type Options = { token?: string; device?: string };

async function call<Body>(method: 'GET' | 'POST', what: string, payload?: object, options: Options = {}) {
  const { token = scene.token, device = scene.phone } = options;
  const answer = await scene.fleet.site.call(method, `/api/devices/${device}/${what}`, {
    token,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.status, body: answer.body as unknown as Body & { code?: string } };
}
const read = (view = 'outline', options?: Options) =>
  call<ScreenReading>('GET', `screen?view=${view}`, undefined, options);
const act = (action: object, options?: Options) => call<ActionResult>('POST', 'actions', action, options);
const wait = (until: object, options?: Options) =>
  call<ScreenReading & { matched: boolean }>('POST', 'screen/wait', until, options);
const generation = async (): Promise<number> => {
  const found = await sql<{ generation: string }>`
    select generation from device_seats where device_id = ${scene.phone}`.execute(scene.fleet.site.db);
  return Number(found.rows[0]?.generation);
};

/** On a busy machine the phone's first picture takes so long that the agent connects anew. */
beforeEach(async () => {
  const isRead = async () => expect((await read()).body).toMatchObject({ problem: null });
  await vi.waitFor(isRead, { timeout: 60_000, interval: 200 });
});

test('a program opens an app, types into it, and reads what is there', async () => {
  expect((await act({ action: 'open_app', app: 'com.android.notes' })).body).toMatchObject({
    done: true,
    untrusted: true,
  });
  const { status, body } = await wait({ app: 'com.android.notes', idle: true });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    matched: true,
    untrusted: true,
    problem: null,
    settled: true,
    app: 'com.android.notes',
  });
  const field = body.nodes.find(({ role }) => role === 'field');
  expect(field).toMatchObject({ hint: 'Write something', rect: { width: expect.any(Number) } });
  const typed = await act({ action: 'type', ref: field?.ref, text: 'Grüße 👋🏽', action_id: 'one' });
  expect(typed.body).toMatchObject({ done: true, why: null, confirmed: 'confirmed' });
  expect(typed.body.changed.join('\n')).toContain('= "Grüße 👋🏽"');
  expect((await act({ action: 'type', ref: field?.ref, text: 'Grüße 👋🏽', action_id: 'one' })).body).toEqual(
    typed.body,
  );
  const after = await read();
  expect(after.body.text).toContain(`${field?.ref} field = "Grüße 👋🏽"`);
  expect((await read('diff')).body.text).toBe('nothing changed');
});

test('a caller without the permission is refused', async () => {
  const { site } = scene.fleet;
  const only = (...permissions: string[]) => makeTestKey(site, scene.token, { permissions });
  const [watch, screen, control] = await Promise.all([only('watch'), only('screen'), only('control')]);
  expect((await read('outline', { token: screen.key })).status).toBe(200);
  expect((await read('outline', { token: watch.key })).body.code).toBe('forbidden');
  expect((await act({ action: 'press', key: 'home' }, { token: screen.key })).body.code).toBe('forbidden');
  expect((await act({ action: 'press', key: 'home' }, { token: control.key })).body.code).toBe('forbidden');
  expect((await read('outline', { device: scene.other })).body.code).toBe('device_not_assigned');
});

test.each([
  ['no such action', { action: 'dance' }],
  ['a ref of another form', { action: 'tap', ref: '12' }],
  ['a point outside of every display', { action: 'tap', x: -1, y: 0 }],
  ['an app that is a command', { action: 'open_app', app: 'a; reboot' }],
  ['a text that is too long', { action: 'type', text: 'x'.repeat(10_001) }],
])('%s is refused with a reason', async (_name, action) => {
  const { status, body } = await act(action);
  expect(status).toBe(400);
  expect(body.code).toBe('invalid_input');
});

test('a wait for nothing is refused, and one that ends without a match says so', async () => {
  expect((await wait({})).status).toBe(400);
  expect((await wait({ text: 'nowhere to be found', timeout_ms: 0 })).body.matched).toBe(false);
});

test('two callers don’t act at once: the seat changes hands only after a rest, and its generation grows', async () => {
  const { key } = await makeTestKey(scene.fleet.site, scene.token, { permissions: ['control', 'screen'] });
  const home = { action: 'press', key: 'home' };
  expect((await act(home)).body.done).toBe(true);
  const before = await generation();
  // Another session of the same person.
  const again = await scene.fleet.site.signIn('ada', testPassword);
  expect((await act(home, { token: again })).body.done).toBe(true);
  expect(await generation()).toBe(before);
  expect((await act({ action: 'press', key: 'home' })).body.done).toBe(true);
  expect(await generation()).toBe(before);
  expect((await act({ action: 'press', key: 'home' }, { token: key })).body).toMatchObject({
    done: false,
    why: 'seat_taken',
  });
  await sql`update device_seats set used_at = used_at - interval '1 minute'`.execute(scene.fleet.site.db);
  expect((await act({ action: 'press', key: 'home' }, { token: key })).body.done).toBe(true);
  expect(await generation()).toBeGreaterThan(before);
});

test('a repeat of an action gets the same answer, also when somebody else has taken the phone since', async () => {
  const { key } = await makeTestKey(scene.fleet.site, scene.token, { permissions: ['control', 'screen'] });
  const home = { action: 'press', key: 'home' };
  const seat = (what: 'take' | 'give') =>
    scene.fleet.site.call('POST', `/api/devices/${scene.phone}/seat/${what}`, { token: scene.token });
  await seat('take');
  await seat('give');
  const first = await act({ ...home, action_id: 'lost' }, { token: key });
  expect(first.body.done).toBe(true);
  await seat('take');
  const taken = await generation();
  expect((await act({ ...home, action_id: 'lost' }, { token: key })).body).toEqual(first.body);
  expect((await act({ ...home, action_id: 'new' }, { token: key })).body.why).toBe('seat_taken');
  // Of somebody else, the same id is another action.
  expect((await act({ ...home, action_id: 'lost' })).body.done).toBe(true);
  expect(await generation()).toBe(taken);
});

test('a wait ends when its key is revoked', async () => {
  const { site } = scene.fleet;
  const { id, key } = await makeTestKey(site, scene.token, { permissions: ['screen'] });
  const waiting = wait({ text: 'nowhere to be found', timeout_ms: 30_000 }, { token: key });
  await site.call('DELETE', `/api/keys/${id}`, { token: scene.token });
  expect([401, 403]).toContain((await waiting).status);
});

test('a screen that other automation holds is a state of the answer, and the phone goes on', async () => {
  const [phone] = scene.fleet.phones;
  await vi.waitFor(() => expect(phone?.world.uiAutomation.holder).toBeUndefined(), {
    timeout: 60_000,
    interval: 100,
  });
  const theirs = phone?.world.uiAutomation.connect('io.appium.uiautomator2.server');
  expect((await read()).body).toMatchObject({ problem: 'busy', busy: true, text: '', nodes: [] });
  theirs?.disconnect();
  expect((await read()).body).toMatchObject({ problem: null, busy: false });
});

test('a phone that is gone is told as offline', async () => {
  await scene.fleet.phones[0]?.setFaults({ unplugged: true });
  const isOffline = async () => expect((await read()).body.code).toBe('device_offline');
  await vi.waitFor(isOffline, { timeout: 60_000, interval: 100 });
  await scene.fleet.phones[0]?.setFaults({ unplugged: false });
  await vi.waitFor(async () => expect((await read()).status).toBe(200), { timeout: 60_000, interval: 200 });
});
