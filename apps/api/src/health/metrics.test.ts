// The metrics of a node after a rental with a real agent and a phone.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { breakDatabase } from '../../test/break-database.ts';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { scrape } from '../../test/scrape.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { sql } from '../platform/database.ts';
import { defineTask, enqueue } from '../platform/jobs.ts';

const patience = { timeout: 60_000, interval: 100 };

describe('after a rental', () => {
  const scene = useRentedPhone();

  test('the figures of streams, phones, cleanings, jobs and mails have moved', async () => {
    const { site } = scene.fleet;
    const before = await scrape(site);
    const viewer = await scene.watchLive();
    for (const what of ['shell', 'files'] as const) await scene.watch({ what });
    await site.call('POST', '/api/auth/forgot-password', { payload: { email: 'ada@example.com' } });

    const isNow = {
      pocketfleet_viewers: 1,
      'pocketfleet_phone_sockets{kind="stream"}': 1,
      'pocketfleet_phone_sockets{kind="shell"}': 1,
      'pocketfleet_phone_sockets{kind="files"}': 1,
      'pocketfleet_captures{quality="focus"}': 1,
      'pocketfleet_hosts{state="connected"}': 1,
      'pocketfleet_phones{state="ready"}': 2,
      'pocketfleet_phones{state="quarantined"}': 0,
      pocketfleet_phones_online: 2,
      'pocketfleet_assignments{state="active"}': 1,
      pocketfleet_hold_overdue_seconds: 0,
      pocketfleet_mails_queued: 0,
      pocketfleet_jobs_given_up: 0,
      pocketfleet_database_up: 1,
    };
    const hasGrown = [
      'pocketfleet_job_runs_total{task="send_mail",outcome="done"}',
      'pocketfleet_stream_delay_seconds_count{stage="first_picture"}',
      'pocketfleet_stream_delay_seconds_count{stage="send"}',
      'pocketfleet_relay_packets_total{kind="video"}',
      'pocketfleet_relay_phone_bytes_total',
      'pocketfleet_relay_viewer_bytes_total',
      'pocketfleet_requests_total{server="site",route="POST /api/auth/forgot-password",status="2xx"}',
    ];
    const isThere = [
      'pocketfleet_stream_delay_seconds_count{stage="channel"}',
      'pocketfleet_job_runs_total{task="advance_cleaning",outcome="done"}',
      'pocketfleet_job_seconds_count{task="tenant_prepared"}',
      'pocketfleet_cleanings_last_day{state="proven"}',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ];
    await vi.waitFor(async () => {
      const after = await scrape(site);
      const found = Object.keys(isNow).map((name) => [name, after.read(name)]);
      expect(Object.fromEntries(found)).toEqual(isNow);
      for (const name of hasGrown) expect(after.read(name), name).toBeGreaterThan(before.read(name) ?? 0);
      for (const name of isThere) expect(after.read(name), name).toBeGreaterThan(0);
    }, patience);

    viewer.socket.terminate();
    await vi.waitFor(async () => {
      const { read } = await scrape(site);
      expect(read('pocketfleet_viewers')).toBe(0);
      expect(read('pocketfleet_phone_sockets{kind="stream"}')).toBe(0);
    }, patience);
  });
});

describe('the figures', () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await startTestApp();
  });
  afterAll(() => site.stop());

  test('are shown on the operator port alone', async () => {
    for (const url of ['/metrics', '/health/live', '/health/ready']) {
      expect([url, (await site.app.operator.inject({ url })).statusCode]).toEqual([url, 200]);
      expect([url, (await site.app.site.inject({ url })).statusCode]).toEqual([url, 404]);
      expect([url, (await site.app.agents.inject({ url })).statusCode]).toEqual([url, 404]);
    }
  });

  test('do not grow with requests of strangers', async () => {
    await site.app.site.inject({ url: '/nothing/0' });
    await site.app.site.inject({ method: 'PATCH', url: '/api/orders/0' });
    const before = [...(await scrape(site)).series.keys()];
    for (let each = 1; each <= 20; each += 1) {
      await site.app.site.inject({ url: `/nothing/${each}?q=${each}` });
      await site.app.site.inject({ method: 'PATCH', url: `/api/orders/${each}` });
    }
    const after = await scrape(site);
    expect([...after.series.keys()].filter((name) => !before.includes(name))).toEqual([]);
    const none = 'pocketfleet_requests_total{server="site",route="none",status="4xx"}';
    expect(after.read(none)).toBeGreaterThanOrEqual(21);
  });

  test('report an overdue hold, a refused mail and a failed job', async () => {
    const phone = await createTestDevice(site.db, await createTestHost(site.db), 'PF-001');
    const users = await sql<{ id: string }>`insert into users
      (username, first_name, last_name, email, password_hash) values ('late', 'La', 'Te', 'late@example.com', 'x')
      returning id`.execute(site.db);
    await sql`insert into assignments (device_id, user_id, state, starts_at, expires_at, hold_expires_at)
      values (${phone}, ${users.rows[0]?.id}, 'held', app_now(), app_now() + interval '1 day',
              app_now() - interval '90 seconds')`.execute(site.db);
    await sql`insert into mails (recipient, template, subject, state, done_at)
      values ('bounce@example.com', 'test', 'Hello', 'failed', app_now())`.execute(site.db);
    await sql`select graphile_worker.add_job('send_mail', '{}'::json, max_attempts := 1, job_key := 'one')`.execute(
      site.db,
    );
    await site.runJobs();
    await replaceARunningJob(site);
    await vi.waitFor(async () => {
      const { read } = await scrape(site);
      expect(read('pocketfleet_hold_overdue_seconds')).toBeGreaterThanOrEqual(90);
      expect(read('pocketfleet_assignments{state="held"}')).toBe(1);
      expect(read('pocketfleet_mails_failed_last_day')).toBe(1);
      expect(read('pocketfleet_job_runs_total{task="send_mail",outcome="failed"}')).toBe(1);
      expect(read('pocketfleet_jobs_given_up')).toBe(1);
    }, patience);
  });

  test('are still served without a database, apart from those that are read from it', async () => {
    const database = await breakDatabase(site.databaseUrl);
    try {
      await vi.waitFor(async () => {
        const { read } = await scrape(site);
        expect(read('pocketfleet_database_up')).toBe(0);
        expect(read('pocketfleet_hosts{state="connected"}')).toBeUndefined();
        expect(read('pocketfleet_mails_queued')).toBeUndefined();
        expect(read('process_resident_memory_bytes')).toBeGreaterThan(0);
      }, patience);
      const ready = await site.app.operator.inject({ url: '/health/ready' });
      expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'not_ready' }]);
      expect((await site.app.operator.inject({ url: '/health/live' })).statusCode).toBe(200);
    } finally {
      await database.mend();
    }
    await vi.waitFor(async () => {
      expect((await scrape(site)).read('pocketfleet_database_up')).toBe(1);
      expect((await site.app.operator.inject({ url: '/health/ready' })).statusCode).toBe(200);
    }, patience);
  });
});

/** Its node dies afterwards, so that it stays as graphile-worker left it. */
async function replaceARunningJob({ db }: TestApp): Promise<void> {
  const task = defineTask('replaced', z.object({}));
  const inAnHour = { key: 'again', runAt: new Date(Date.now() + 3_600_000).toISOString() };
  await enqueue(db, task, {}, inAnHour);
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1
    where key = 'again'`.execute(db);
  await enqueue(db, task, {}, inAnHour);
  await sql`select graphile_worker.force_unlock_workers(array['dead'])`.execute(db);
}
