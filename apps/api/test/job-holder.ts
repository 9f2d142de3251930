// A node of its own that takes the job `hold` and never finishes it. For tests that kill it.
import { z } from 'zod';
import { defineTask, handleTask, startJobs } from '../src/platform/jobs.ts';
import { createLog } from '../src/platform/log.ts';

export const holdTask = defineTask('hold', z.object({}));

if (process.argv[1]?.endsWith('job-holder.ts') === true) {
  const [, , databaseUrl = ''] = process.argv;
  const hold = handleTask(holdTask, async () => {
    console.log('holding');
    await new Promise(() => setInterval(() => undefined, 60_000));
  });
  await startJobs({ databaseUrl, log: createLog('silent'), handlers: [hold] });
}
