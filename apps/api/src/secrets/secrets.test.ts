// Stored secrets through the whole product: the API, a real agent, and a virtual phone with a sign-in form.
import type { ActionResult, ScreenNode, ScreenReading, TypedSecret } from '@pocketfleet/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { sql } from '../platform/database.ts';

const scene = useRentedPhone();
const app = 'com.android.signin';
const value = 'Copper-Kite-7é';

async function call<Body>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
  token = scene.token,
) {
  const answer = await scene.fleet.site.call(method, path, { token, ...(payload && { payload }) });
  return { status: answer.status, body: answer.body as unknown as Body & { code?: string } };
}
const make = (more: object = {}, token?: string) =>
  call<TypedSecret>('POST', '/api/secrets', { name: 'Bank', value, apps: [app], ...more }, token);
const act = (action: object, token?: string) =>
  call<ActionResult>('POST', `/api/devices/${scene.phone}/actions`, action, token);
const read = async (view = 'outline') =>
  (await call<ScreenReading>('GET', `/api/devices/${scene.phone}/screen?view=${view}`)).body;
const typeInto = (ref: string, more: object = {}, token?: string) =>
  act({ action: 'type', secret: 'Bank', ref, replace: true, ...more }, token);

async function openForm(): Promise<{ user: ScreenNode; password: ScreenNode; eye: ScreenNode }> {
  await act({ action: 'close_app', app });
  await act({ action: 'open_app', app });
  const until = { app, idle: true };
  const { body } = await call<ScreenReading>('POST', `/api/devices/${scene.phone}/screen/wait`, until);
  const find = (id: string) => body.nodes.find((node) => node.id === id) ?? expect.fail(`no ${id}`);
  return { user: find('user_field'), password: find('secret_field'), eye: find('eye') };
}

beforeEach(async () => {
  scene.fleet.site.app.deps.config.operatorSecretsKeys = [Buffer.alloc(32, 7)];
  await sql`delete from typed_secrets`.execute(scene.fleet.site.db);
  const isRead = async () => expect(await read()).toMatchObject({ problem: null });
  await vi.waitFor(isRead, { timeout: 60_000, interval: 200 });
});

test('a secret is stored sealed, listed without its value, and deleted', async () => {
  const { status, body } = await make();
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain(value);
  const stored = await sql<{ value: Buffer }>`select value from typed_secrets`.execute(scene.fleet.site.db);
  expect(stored.rows[0]?.value.includes(Buffer.from(value))).toBe(false);
  const listed = await call<{ secrets: TypedSecret[] }>('GET', '/api/secrets');
  expect(listed.body.secrets).toEqual([body]);
  expect((await make()).body.code).toBe('already_exists');
  expect((await make({ name: 'Other', phones: [scene.other] })).body.code).toBe('device_not_assigned');
  expect((await call('DELETE', `/api/secrets/${body.id}`)).status).toBe(200);
  expect((await call('DELETE', `/api/secrets/${body.id}`)).status).toBe(404);
});

test('a server without a key stores none', async () => {
  scene.fleet.site.app.deps.config.operatorSecretsKeys = [];
  expect(await make()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
});

test('a secret is typed by its name into a password field, and no answer ever shows it', async () => {
  await make();
  const { password, eye } = await openForm();
  const typed = await typeInto(password.ref);
  expect(typed.body).toMatchObject({ done: true, confirmed: 'confirmed' });
  const shown = await act({ action: 'tap', ref: eye.ref });
  expect(shown.body.done).toBe(true);
  const readings = [await read(), await read('full'), await read('diff')];
  expect(readings[0]?.nodes.find(({ id }) => id === 'secret_field')?.value).toBe('(hidden)');
  const activity = await call<{ rows: object[] }>('GET', '/api/activity?kind=secret.typed');
  expect(activity.body.rows).toMatchObject([{ details: { name: 'Bank' }, phone: { id: scene.phone } }]);
  for (const answer of [typed.body, shown.body, activity.body, ...readings])
    expect(JSON.stringify(answer)).not.toContain(value);
  // Typed as a text elsewhere, it is hidden there too, for the whole rental.
  await act({ action: 'open_app', app: 'com.android.notes' });
  const { body } = await call<ScreenReading>('POST', `/api/devices/${scene.phone}/screen/wait`, {
    app: 'com.android.notes',
    idle: true,
  });
  const note = body.nodes.find(({ role }) => role === 'field');
  const elsewhere = await act({ action: 'type', ref: note?.ref, text: `so ${value}`, replace: true });
  expect(JSON.stringify([elsewhere.body, await read()])).not.toContain(value);
  expect((await read()).nodes.find(({ role }) => role === 'field')?.value).toBe('so (hidden)');
});

test('a secret goes into nothing but password fields of its apps, unless any field is allowed', async () => {
  await make();
  const { user } = await openForm();
  expect((await typeInto(user.ref)).body).toMatchObject({ done: false, why: 'not_a_password_field' });
  await make({ name: 'Elsewhere', apps: ['com.example.bank'] });
  const { user: again, password } = await openForm();
  expect((await typeInto(password.ref, { secret: 'Elsewhere' })).body).toMatchObject({
    done: false,
    why: 'wrong_app',
  });
  await make({ name: 'Anywhere', is_for_any_field: true });
  expect((await typeInto(again.ref, { secret: 'Anywhere' })).body).toMatchObject({ done: true });
  const after = await read();
  expect(after.nodes.find(({ id }) => id === 'user_field')?.value).toBe('(hidden)');
  // A part of it, as while keys still come, or when one is deleted.
  const shorter = await act({ action: 'press', key: 'delete' });
  expect(shorter.body.done).toBe(true);
  const part = await read();
  expect(part.nodes.find(({ id }) => id === 'user_field')?.value).toBe('(hidden)');
  expect(JSON.stringify([shorter.body, part])).not.toContain(value.slice(0, 6));
  expect((await act({ action: 'type', secret: 'Bank' })).body.done).toBe(false);
});

test('a secret is for those whom it names, with the permission', async () => {
  const { site } = scene.fleet;
  const [with_it, without] = await Promise.all([
    makeTestKey(site, scene.token, { permissions: ['control', 'screen', 'secrets'] }),
    makeTestKey(site, scene.token, { permissions: ['control', 'screen'] }),
  ]);
  await make({ principals: [scene.userId] });
  const { password } = await openForm();
  expect((await typeInto(password.ref, {}, without.key)).body.code).toBe('forbidden');
  expect((await typeInto(password.ref, {}, with_it.key)).body.code).toBe('forbidden');
  expect((await make({ name: 'Its own' }, without.key)).body.code).toBe('forbidden');
  expect((await typeInto(password.ref, { secret: 'No such' })).body.code).toBe('not_found');
  expect((await act({ action: 'type', secret: 'Bank', text: 'both' })).status).toBe(400);
  expect((await typeInto(password.ref)).body.done).toBe(true);
});
