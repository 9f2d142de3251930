// Failures during a cleaning: of a host, a cable or a program, which says nothing of the phone and is begun
// anew; or the phone itself, which was looked at and is not clean.
import type { CheckResult } from '@pocketfleet/contract';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestUser } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { assignDevice, endAssignment } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';
import { sweepCleanings } from './cleaning.jobs.ts';
import { cleanNow } from './cleaning.ts';
import { advanceCleaning, applyCommandResult, type StepDeps } from './cleaning-steps.ts';

const site = useTestApp();
let host: string;
let user: string;
let device: string;
let deps: StepDeps;
let made = 0;

beforeAll(async () => {
  host = await createTestHost(site.db);
  user = await createTestUser(site.db, 'ada');
  deps = { ...site.app.deps, links: site.app.links };
});
beforeEach(async () => {
  made += 1;
  await hostIsThere();
  device = await createTestDevice(site.db, host, `PF-${made}`);
  const now = site.app.deps.clock.nowMs();
  const [starts_at, expires_at] = [-1, 5].map((hours) => new Date(now + hours * 3_600_000).toISOString());
  const rented = { device_id: device, user_id: user, order_id: null };
  const id = await assignDevice(site.app.deps, {
    ...rented,
    starts_at: starts_at ?? '',
    expires_at: expires_at ?? '',
  });
  await endAssignment(site.app.deps, id);
});

const hostIsThere = () => sql`update hosts set link_beat_at = app_now()`.execute(site.db);
const phoneIs = (state: 'ready' | 'absent') =>
  sql`update devices set runner_state = ${state} where id = ${device}`.execute(site.db);
const cleaning = async () =>
  (
    await sql<{ id: string; state: string; attempts: number; command_id: string | null; again_s: number }>`
      select id, state, attempts, command_id, extract(epoch from next_at - app_now())::float8 as again_s
      from cleanings where device_id = ${device} and purpose <> 'prepare' order by created_at desc limit 1`.execute(
      site.db,
    )
  ).rows[0];
const deviceState = async () =>
  (await sql<{ state: string }>`select state from devices where id = ${device}`.execute(site.db)).rows[0]
    ?.state;

/** Runs one due attempt with this result. */
async function attempt(detail: string, evidence?: CheckResult[]): Promise<void> {
  const waitS = Math.max(0, (await cleaning())?.again_s ?? 0);
  await site.advance(`${waitS + 1} seconds`);
  await hostIsThere();
  await advanceCleaning(deps, (await cleaning())?.id ?? '');
  const command_id = (await cleaning())?.command_id ?? '';
  expect(command_id).not.toBe('');
  const answer = { type: 'command_result', command_id, device_id: device, ok: false, detail } as const;
  // An agent reports that a phone is gone before it sends the result of its command.
  if (detail === lost) await phoneIs('absent');
  await applyCommandResult(deps, evidence === undefined ? answer : { ...answer, evidence });
  await phoneIs('ready');
}

const lost = 'the phone was disconnected in the middle of it';
const stays: CheckResult[] = [{ check: 'shared_files', ok: false, detail: 'a file stays' }];

test('a cleaning that a host, a cable or a program interrupts is retried with growing delays, and not counted', async () => {
  const waits: number[] = [];
  for (let turn = 0; turn < 8; turn++) {
    await attempt(turn % 2 === 0 ? lost : 'the server ended before it told the clipboard');
    waits.push((await cleaning())?.again_s ?? 0);
  }
  expect(await cleaning()).toMatchObject({ state: 'open', attempts: 0 });
  expect(await deviceState()).toBe('cleaning');
  expect(waits[0]).toBeCloseTo(2, 0);
  expect(waits.at(-1)).toBeGreaterThan(4);
  expect(Math.max(...waits)).toBeLessThanOrEqual(30);
});

test('a phone that is examined three times and not clean is quarantined, despite interruptions in between', async () => {
  await attempt('shared_files: a file stays', stays);
  await attempt(lost);
  await attempt('shared_files: a file stays', stays);
  expect(await cleaning()).toMatchObject({ state: 'open', attempts: 2 });
  await attempt('shared_files: a file stays', stays);
  expect(await cleaning()).toMatchObject({ state: 'failed' });
  expect(await deviceState()).toBe('quarantined');
});

test('a cleaning that is interrupted thirty times fails, and the phone is quarantined, however long its host was offline', async () => {
  await attempt(lost);
  await site.advance('10 hours');
  for (let turn = 0; turn < 31; turn++) await attempt(lost);
  expect(await cleaning()).toMatchObject({ state: 'open', attempts: 2 });
  expect(await deviceState()).toBe('cleaning');
  await attempt(lost);
  expect(await cleaning()).toMatchObject({ state: 'failed' });
  expect(await deviceState()).toBe('quarantined');
});

test('an attempt is logged once, after its commit, however often the transaction is retried', async () => {
  await sql`create sequence refused_commits`.execute(site.db);
  await sql`create function refuse_twice() returns trigger language plpgsql as $$
    begin
      if nextval('refused_commits') <= 2 then raise exception 'not now' using errcode = '40001'; end if;
      return null;
    end $$`.execute(site.db);
  await sql`create constraint trigger refuse_twice after update on cleanings deferrable initially deferred
    for each row when (old.attempts < new.attempts) execute function refuse_twice()`.execute(site.db);
  const logSpy = vi.spyOn(deps.log, 'info');
  await attempt('shared_files: a file stays', stays);
  await sql`drop trigger refuse_twice on cleanings`.execute(site.db);
  expect(await cleaning()).toMatchObject({ state: 'open', attempts: 1 });
  expect(logSpy.mock.calls.filter(([, line]) => String(line) === 'a cleaning is retried')).toHaveLength(1);
});

test('a cleaning whose command can’t be sent doesn’t stop the sweep', async () => {
  const second = await createTestDevice(site.db, host, `PF-${made}-b`);
  await cleanNow(deps, second);
  await site.advance('1 hour');
  await hostIsThere();
  const asked: string[] = [];
  const send: typeof deps.links.send = async (_place, message) => {
    if (message.type === 'command') asked.push(message.device_id);
    if (asked.length === 1) throw new Error('as it happens');
    return 'sent';
  };
  const warn = vi.spyOn(deps.log, 'warn');
  await sweepCleanings({ ...deps, links: { ...deps.links, send } });
  expect(new Set(asked).size).toBeGreaterThan(1);
  expect(String(warn.mock.calls)).toContain('a cleaning could not be advanced');
});
