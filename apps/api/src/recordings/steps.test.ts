// The last steps on a phone through the whole product: the API, a real agent, and a virtual phone. Nothing is recorded.
import type { ActionResult, RecordedEvent, ScreenReading } from '@pocketfleet/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { sql } from '../platform/database.ts';

const scene = useRentedPhone();
const patience = { timeout: 60_000, interval: 200 };
type Steps = { untrusted: boolean; from: string; events: RecordedEvent[] };

async function call<Body>(method: 'GET' | 'POST', path: string, payload?: object, token = scene.token) {
  const answer = await scene.fleet.site.call(method, `/api/devices/${scene.phone}${path}`, {
    token,
    ...(payload && { payload }),
  });
  return { status: answer.status, body: answer.body as unknown as Body & { code?: string } };
}
const listSteps = async () => (await call<Steps>('GET', '/steps')).body;

beforeEach(async () => {
  const isRead = async () =>
    expect((await call<ScreenReading>('GET', '/screen')).body).toMatchObject({ problem: null });
  await vi.waitFor(isRead, patience);
});

test('steps are told with who did them and what came of it, and what was typed is not in them', async () => {
  const { key } = await makeTestKey(scene.fleet.site, scene.token, {
    name: 'Scout',
    permissions: ['control', 'screen'],
  });
  const asScout = (action: object) => call<ActionResult>('POST', '/actions', action, key);
  const opens = async () =>
    expect((await asScout({ action: 'open_app', app: 'com.android.notes' })).body).toMatchObject({
      done: true,
    });
  await vi.waitFor(opens, patience);
  const screen = await call<ScreenReading>('POST', '/screen/wait', { app: 'com.android.notes', idle: true });
  const ref = screen.body.nodes.find(({ role }) => role === 'field')?.ref;
  // The key reads the screen itself, because a ref works only for the caller that has read it.
  await call('GET', '/screen', undefined, key);
  await asScout({ action: 'type', ref, text: 'hello there', replace: true });
  await call('POST', '/seat/take');
  const { untrusted, from, events } = await listSteps();
  expect(untrusted).toBe(true);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'action', action: 'open_app', detail: 'com.android.notes', done: true }),
  );
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'action',
      action: 'type',
      length: 11,
      confirmed: 'confirmed',
      who: expect.objectContaining({ kind: 'key', name: 'Scout' }),
    }),
  );
  expect(events.at(-1)).toMatchObject({ type: 'control', change: 'taken', from: 'Scout' });
  expect(JSON.stringify(events)).not.toContain('hello');
  const times = events.map(({ at_ms }) => at_ms);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const now = scene.fleet.site.app.deps.clock.nowMs();
  expect(Date.parse(from) + (times.at(-1) ?? 0)).toBeLessThanOrEqual(now + 1_000);
  await call('POST', '/seat/give');
});

test('a host of an older version tells none, and nobody else is told any', async () => {
  const { db } = scene.fleet.site;
  await sql`update hosts set agent_version = '1.7.0'`.execute(db);
  try {
    const { events } = await listSteps();
    expect(events.filter(({ type }) => type === 'action')).toEqual([]);
  } finally {
    await sql`update hosts set agent_version = '1.8.0'`.execute(db);
  }
  const { key } = await makeTestKey(scene.fleet.site, scene.token, { permissions: ['watch'] });
  expect((await call('GET', '/steps', undefined, key)).status).toBe(403);
});
