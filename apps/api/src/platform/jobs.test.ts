import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { breakDatabase } from '../../test/break-database.ts';
import { holdTask } from '../../test/job-holder.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { sql } from './database.ts';
import { defineTask, enqueue, handleTask, startJobs } from './jobs.ts';
import { createLog } from './log.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.stop());

test('what a killed node had begun is done by another within seconds', async () => {
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
    databaseUrl: site.databaseUrl,
    log: createLog('silent'),
    handlers: [
      handleTask(holdTask, async () => {
        done += 1;
      }),
    ],
  });
  await expect.poll(() => done, { timeout: 8_000 }).toBe(1);
  await jobs.stop();
});

test('what became of a job while the database was away is found out afterwards, by doing it again', async () => {
  const task = defineTask('outlast', z.object({ fails: z.boolean() }));
  const begun = { true: 0, false: 0 };
  let isAway = false;
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const jobs = await startJobs({
    databaseUrl: site.databaseUrl,
    log,
    handlers: [
      handleTask(task, async ({ fails }) => {
        begun[`${fails}`] += 1;
        await vi.waitUntil(() => isAway, { timeout: 20_000 });
        if (fails && begun.true === 1) throw new Error('as it happens while the database is away');
      }),
    ],
  });
  for (const fails of [true, false]) await enqueue(site.db, task, { fails });
  await expect.poll(() => begun, { timeout: 20_000 }).toEqual({ true: 1, false: 1 });
  const database = await breakDatabase(site.databaseUrl);
  isAway = true;
  try {
    await expect.poll(() => String(warn.mock.calls), { timeout: 20_000 }).toContain('the job runner ended');
  } finally {
    await database.mend();
  }
  await expect.poll(() => begun, { timeout: 30_000 }).toEqual({ true: 2, false: 2 });
  await expect.poll(() => countJobs(), { timeout: 10_000 }).toBe(0);
  await jobs.stop();
}, 120_000);

async function countJobs(): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs`.execute(
    site.db,
  );
  return found.rows[0]?.n ?? 0;
}
