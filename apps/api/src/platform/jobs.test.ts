import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { breakDatabase } from '../../test/break-database.ts';
import { holdTask } from '../../test/job-holder.ts';
import { createTestUser } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { assignDevice } from '../assignments/assignments.ts';
import { queueMail } from '../mail/mail.ts';
import { alarmsMail } from '../operators/alarm-mails.ts';
import { inTransaction, sql } from './database.ts';
import { openJobConnections } from './job-runner.ts';
import {
  defineTask,
  enqueue,
  handleCrontab,
  handleTask,
  listCronItems,
  runDueJobs,
  startJobs,
} from './jobs.ts';
import { createLog } from './log.ts';

const site = useTestApp();

const onThisNode = () => ({ databaseUrl: site.databaseUrl, db: site.db, node: site.app.deps.node });

test('a job that a killed node had begun is done by another node within seconds', async () => {
  const holder = spawn(process.execPath, [
    resolve(import.meta.dirname, '../../test/job-holder.ts'),
    site.databaseUrl,
  ]);
  await enqueue(site.db, holdTask, {});
  await once(holder.stdout, 'data');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  let done = 0;
  const jobs = await startJobs({
    ...onThisNode(),
    log: createLog('silent'),
    handlers: [
      handleTask(holdTask, async () => {
        done += 1;
      }),
    ],
  });
  await expect.poll(() => done, { timeout: 60_000 }).toBe(1);
  await jobs.stop();
});

test('a job whose result could not be stored, because the database was away, is done again', async () => {
  const task = defineTask('outlast', z.object({ fails: z.boolean() }));
  const begun = { true: 0, false: 0 };
  let isAway = false;
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const jobs = await startJobs({
    ...onThisNode(),
    log,
    handlers: [
      handleTask(task, async ({ fails }) => {
        begun[`${fails}`] += 1;
        await vi.waitUntil(() => isAway, { timeout: 60_000 });
        if (fails && begun.true === 1) throw new Error('as it happens while the database is away');
      }),
    ],
  });
  for (const fails of [true, false]) await enqueue(site.db, task, { fails });
  await expect.poll(() => begun, { timeout: 60_000 }).toEqual({ true: 1, false: 1 });
  const database = await breakDatabase(site.databaseUrl);
  isAway = true;
  try {
    await expect.poll(() => String(warn.mock.calls), { timeout: 60_000 }).toContain('the job runner ended');
    await expect.poll(() => String(warn.mock.calls), { timeout: 60_000 }).toContain('could not start');
  } finally {
    await database.mend();
  }
  await expect.poll(() => begun, { timeout: 60_000 }).toEqual({ true: 2, false: 2 });
  await expect.poll(() => countJobs(), { timeout: 60_000 }).toBe(0);
  await jobs.stop();
});

describe('jobs whose failures can’t be stored, one after the other,', () => {
  // graphile-worker loses count of them and never reports that it has ended.
  const task = defineTask('apart', z.object({ at: z.number() }));
  const all = [0, 1, 2, 3];

  async function failApart() {
    const begun = [0, 0, 0, 0];
    let turn = -1;
    const log = createLog('silent');
    const [warn, error] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')];
    const work = async ({ at }: { at: number }): Promise<void> => {
      begun[at] = (begun[at] ?? 0) + 1;
      if (begun[at] > 1) return;
      await vi.waitUntil(() => turn >= at, { timeout: 60_000 });
      throw new Error('as it happens');
    };
    const options = { ...onThisNode(), log, endsWithinMs: 500 };
    const jobs = await startJobs({ ...options, handlers: [handleTask(task, work)] });
    for (const at of all) await enqueue(site.db, task, { at });
    await expect.poll(() => begun, { timeout: 60_000 }).toEqual([1, 1, 1, 1]);
    await refuseFailures();
    for (const at of all) {
      turn = at;
      await expect
        .poll(() => String(error.mock.calls).split('Failed to fail jobs').length, { timeout: 60_000 })
        .toBe(at + 2);
    }
    return { jobs, begun, warn };
  }

  afterEach(() => sql`drop function refuse_failure cascade`.execute(site.db));

  test('are done again by a new runner', async () => {
    const { jobs, begun, warn } = await failApart();
    await expect.poll(() => String(warn.mock.calls), { timeout: 60_000 }).toContain('the job runner ended');
    await expect.poll(() => begun, { timeout: 60_000 }).toEqual([2, 2, 2, 2]);
    await expect.poll(() => countJobs(), { timeout: 60_000 }).toBe(0);
    await jobs.stop();
  });

  test('do not keep the node from stopping', async () => {
    const { jobs, begun } = await failApart();
    await jobs.stop();
    expect(begun).toEqual([1, 1, 1, 1]);
  });
});

test('scheduled work runs before mails that have waited longer', async () => {
  const done: string[] = [];
  const mail = defineTask('a_mail', z.object({}));
  const audit = handleCrontab('an_audit', '*/10 * * * *', async () => done.push('audit'));
  for (let n = 0; n < 3; n += 1) await enqueue(site.db, mail, {});
  for (const { task, options } of listCronItems([audit])) {
    await sql`select graphile_worker.add_job(${task}, job_key := ${options.jobKey},
      priority := ${options.priority}, max_attempts := ${options.maxAttempts})`.execute(site.db);
  }
  const handlers = [audit, handleTask(mail, async () => void done.push('mail'), 'background')];
  const log = createLog('silent');
  const connections = openJobConnections({ databaseUrl: site.databaseUrl, log }, 3);
  await runDueJobs({ connections, log, handlers });
  await connections.end();
  expect(done).toEqual(['audit', 'mail', 'mail', 'mail']);
});

// The last test, because it leaves jobs of the whole product behind.
test('a rental ends on time while a hanging mail server keeps every background worker busy', async () => {
  const { deps, tasks } = site.app;
  // Without a leader no sweep ends the rental, so its job must do it.
  vi.spyOn(deps.node, 'isLeader').mockReturnValue(false);
  let hanging = 0;
  const { promise: isRecovered, resolve: recover } = Promise.withResolvers<void>();
  vi.spyOn(deps.smtp, 'send').mockImplementation(async () => {
    hanging += 1;
    await isRecovered;
  });
  const content = alarmsMail([], deps.config.operatorUrl);
  for (let n = 0; n < 12; n += 1) {
    await inTransaction(site.db, (tx) =>
      queueMail(tx, { to: `ada${n}@example.com`, template: 'alarms', content }),
    );
  }
  const jobs = await startJobs({ ...onThisNode(), log: deps.log, handlers: tasks });
  await vi.waitFor(() => expect(hanging).toBe(4), { timeout: 60_000 });
  const device = await createTestDevice(site.db, await createTestHost(site.db), 'PF-1');
  const [starts_at, expires_at] = [-60_000, 500].map((ms) => new Date(deps.clock.nowMs() + ms).toISOString());
  const id = await assignDevice(deps, {
    device_id: device,
    user_id: await createTestUser(site.db, 'ada'),
    order_id: null,
    starts_at: starts_at ?? '',
    expires_at: expires_at ?? '',
  });
  const ended = async () =>
    (await sql<{ state: string }>`select state from assignments where id = ${id}`.execute(site.db)).rows[0]
      ?.state;
  await expect.poll(ended).toBe('ended');
  recover();
  await jobs.stop();
  vi.restoreAllMocks();
});

async function refuseFailures(): Promise<void> {
  await sql`create function refuse_failure() returns trigger language plpgsql
    as $$ begin raise exception 'no failure is stored'; end $$`.execute(site.db);
  await sql`create trigger refuse_failure before update on graphile_worker._private_jobs for each row
    when (new.last_error is distinct from old.last_error) execute function refuse_failure()`.execute(site.db);
}

async function countJobs(): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs`.execute(
    site.db,
  );
  return found.rows[0]?.n ?? 0;
}
