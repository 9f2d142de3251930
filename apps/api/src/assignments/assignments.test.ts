import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ownReach } from '../../test/own-reach.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost, proveClean } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { AppError } from '../platform/app-error.ts';
import { sql } from '../platform/database.ts';
import { assignmentEnded } from './assignments.events.ts';
import { sweepAssignments } from './assignments.jobs.ts';
import {
  activateAssignment,
  assignDevice,
  endAssignment,
  findActiveAssignment,
  getActiveAssignment,
} from './assignments.ts';

// The tests run the sweep themselves.
const site = useTestApp({}, { leads: false });
let ada: { id: string; token: string };
let bob: { id: string; token: string };
let host: string;
let device: string;
let deviceCount = 0;

beforeAll(async () => {
  const [first, second] = [await createTestUser(site.db, 'ada'), await createTestUser(site.db, 'bob')];
  ada = { id: first, token: await site.signIn('ada', testPassword) };
  bob = { id: second, token: await site.signIn('bob', testPassword) };
  host = await createTestHost(site.db);
});
beforeEach(async () => {
  deviceCount += 1;
  await sql`delete from assignments`.execute(site.db);
  await sql`update hosts set link_beat_at = app_now()`.execute(site.db);
  device = await createTestDevice(site.db, host, `PF-${deviceCount}`);
});

const hoursFromNow = (hours: number): string =>
  new Date(site.app.deps.clock.nowMs() + hours * 3_600_000).toISOString();

const assign = async (userId: string, startsInH: number, endsInH: number | null): Promise<string> => {
  const id = await assignDevice(site.app.deps, {
    device_id: device,
    user_id: userId,
    order_id: null,
    starts_at: hoursFromNow(startsInH),
    expires_at: endsInH === null ? null : hoursFromNow(endsInH),
  });
  await site.runJobs();
  return id;
};

const phones = async (token: string) => {
  const answer = await site.call('GET', '/api/phones', { token });
  expect(answer.status).toBe(200);
  return answer.body as unknown as Record<string, unknown>[];
};

test('a phone is listed for its tenant only, with its state and period', async () => {
  await assign(ada.id, -1, 5);
  const [phone, ...others] = await phones(ada.token);
  expect(others).toEqual([]);
  expect(phone).toMatchObject({
    id: device,
    phone_id: device,
    connection_state: 'online',
    battery_state: 80,
    streaming_url: `http://localhost:4000/frame/${device}`,
    assignment_state: 'active',
  });
  expect(await phones(bob.token)).toEqual([]);
  expect((await site.call('GET', '/api/phones')).status).toBe(401);
});

test('a phone is offline when its host has sent no heartbeat for 8 seconds', async () => {
  await assign(ada.id, -1, 5);
  await sql`update hosts set link_beat_at = app_now() - interval '9 seconds'`.execute(site.db);
  expect((await phones(ada.token))[0]).toMatchObject({ connection_state: 'offline' });
});

test('a scheduled phone shows its period but no details and no stream', async () => {
  await assign(ada.id, 2, 5);
  expect((await phones(ada.token))[0]).toMatchObject({
    assignment_state: 'scheduled',
    connection_state: 'offline',
    device_serial: null,
    streaming_url: null,
    battery_state: null,
    computer: null,
  });
  await expect(getActiveAssignment(site.app.deps, device, ownReach(ada.id))).rejects.toMatchObject({
    code: 'assignment_not_started',
  });
});

test('B1: a phone is never assigned twice at the same time, nor in the hour of turnover after it', async () => {
  await assign(ada.id, 0, 5);
  await expect(assign(bob.id, 4, 8)).rejects.toThrow(AppError);
  await expect(assign(bob.id, 5.5, 8)).rejects.toMatchObject({ code: 'conflict' });
  await assign(bob.id, 6.1, 8);
});

test('of twenty concurrent assignments of one phone exactly one succeeds', async () => {
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => assign(ada.id, 0, 5)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
});

test('an assignment past its end gives no access, even before any job has run', async () => {
  await assign(ada.id, -1, 1);
  expect(await findActiveAssignment(site.app.deps, device, ownReach(ada.id))).toMatchObject({
    device_id: device,
  });
  expect(await findActiveAssignment(site.app.deps, device, ownReach(bob.id))).toBeUndefined();
  await site.advance('61 minutes');
  expect(await findActiveAssignment(site.app.deps, device, ownReach(ada.id))).toBeUndefined();
  expect(await phones(ada.token)).toEqual([]);
});

test('the end of an assignment is published once, however often it is ended', async () => {
  const id = await assign(ada.id, -1, 5);
  const published: string[] = [];
  const off = site.app.deps.events.on(assignmentEnded, (event) => published.push(event.assignment_id));
  expect(await endAssignment(site.app.deps, id, 'due')).toBe(false);
  expect(await endAssignment(site.app.deps, id)).toBe(true);
  expect(await endAssignment(site.app.deps, id)).toBe(false);
  await expect.poll(() => published).toEqual([id]);
  off();
});

test('the sweep starts and ends assignments that are due', async () => {
  await assign(ada.id, 1, 2);
  await site.advance('61 minutes');
  await sweepAssignments(site.app.deps);
  const state = async () =>
    (await sql<{ state: string }>`select state from assignments`.execute(site.db)).rows[0]?.state;
  expect(await state()).toBe('active');
  await site.advance('60 minutes');
  await sweepAssignments(site.app.deps);
  expect(await state()).toBe('ended');
});

test('after an outage, an assignment that is past its end never starts, and leaves the next tenant alone', async () => {
  const missed = await assign(ada.id, 1, 2);
  await site.advance('5 hours');
  await assignDevice(site.app.deps, {
    device_id: device,
    user_id: bob.id,
    order_id: null,
    starts_at: hoursFromNow(0),
    expires_at: hoursFromNow(5),
  });
  expect(await activateAssignment(site.app.deps, missed)).toBe(false);
  await sweepAssignments(site.app.deps);
  const { rows } = await sql`select user_id, state from assignments order by starts_at`.execute(site.db);
  expect(rows).toEqual([
    { user_id: ada.id, state: 'ended' },
    { user_id: bob.id, state: 'active' },
  ]);
});

test('a device never has two active assignments: the next one starts once the one before has ended', async () => {
  const before = await assign(ada.id, -1, 1);
  await site.advance('2 hours');
  const next = await assign(bob.id, 0, 5);
  const states = async () =>
    (await sql<{ id: string; state: string }>`select id, state from assignments`.execute(site.db)).rows;
  const both = sql`update assignments set state = 'active'`.execute(site.db);
  await expect(both).rejects.toThrow('assignments_one_active_per_device');
  expect(await states()).toContainEqual({ id: next, state: 'scheduled' });
  expect(await endAssignment(site.app.deps, before, 'due')).toBe(true);
  await proveClean(site.db, device);
  expect(await activateAssignment(site.app.deps, next)).toBe(true);
});

test('the history lists running and ended assignments in pages, newest first', async () => {
  const past = await assign(ada.id, -30, -20);
  await endAssignment(site.app.deps, past, 'due');
  await proveClean(site.db, device);
  const running = await assign(ada.id, -1, null);
  const page = await site.call('GET', '/api/phone-assignments?page=1&per_page=1', { token: ada.token });
  expect(page.body).toMatchObject({ total: 2, total_pages: 2, page: 1, per_page: 1 });
  expect(page.body['assignments']).toMatchObject([{ id: running, is_active: true, expires_at: null }]);
  const behind = await site.call('GET', '/api/phone-assignments?page=3&per_page=1', { token: ada.token });
  expect(behind.body).toMatchObject({ assignments: [], total: 2, figures: page.body['figures'] });
  const next = await site.call('GET', '/api/phone-assignments?page=2&per_page=1', { token: ada.token });
  expect(next.body['assignments']).toMatchObject([{ id: past, is_active: false, state: 'ended' }]);
});

test.each(['page=0', 'page=x', 'per_page=201', 'page=1.5', 'page=999999999999'])(
  'the history refuses %s with 400',
  async (query) => {
    const answer = await site.call('GET', `/api/phone-assignments?${query}`, { token: ada.token });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  },
);
