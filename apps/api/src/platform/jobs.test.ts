import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdTask } from '../../test/job-holder.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { enqueue, handleTask, startJobs } from './jobs.ts';
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
