// A node of its own that takes the job `hold` and never finishes it. For tests that kill it.
import { z } from 'zod';
import { openDatabase } from '../src/platform/database.ts';
import { defineTask, handleTask, startJobs } from '../src/platform/jobs.ts';
import { createLog } from '../src/platform/log.ts';
import { startNode } from '../src/platform/node.ts';

export const holdTask = defineTask('hold', z.object({}));

if (process.argv[1]?.endsWith('job-holder.ts') === true) {
  const [, , databaseUrl = ''] = process.argv;
  const hold = handleTask(holdTask, async () => {
    console.log('holding');
    await new Promise(() => setInterval(() => undefined, 60_000));
  });
  const log = createLog('silent');
  const { db } = openDatabase({ url: databaseUrl, poolSize: 2, log });
  const node = await startNode({ db, log, url: 'ws://holder' });
  await startJobs({ databaseUrl, db, log, node, handlers: [hold] });
}
