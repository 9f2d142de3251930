// Jobs of an older version had no keys. Failed ones among them must stay visible to our team.
import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '../../test/use-test-app.ts';
import { selectFigures } from '../health/figures.sql.ts';
import { sql } from '../platform/database.ts';
import { migrate } from '../platform/migrate.ts';
import { deleteOldRows } from './housekeeping.sql.ts';

const site = useTestApp();
beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(site.db));

test('an upgrade gives keys to all but those that were replaced while they ran', async () => {
  const waiting = await addJob('waiting');
  const failed = await addJob('failed');
  await addJob('replaced');
  expect(await countGivenUp()).toBe(0);
  await sql`delete from migrations where name = '0196_keyed_jobs.sql'`.execute(site.db);
  expect(await migrate(site.databaseUrl)).toEqual(['0196_keyed_jobs.sql']);
  expect(await selectKeyed()).toEqual([waiting, failed]);
  expect(await countGivenUp()).toBe(1);
});

test('housekeeping deletes replaced jobs, and no failed ones', async () => {
  await addJob('replaced');
  await addJob('failed');
  await sql`update graphile_worker._private_jobs set updated_at = now() - interval '31 days'`.execute(
    site.db,
  );
  await deleteOldRows(site.db);
  const left = await sql<{ last_error: string }>`select last_error from graphile_worker.jobs`.execute(
    site.db,
  );
  expect(left.rows).toEqual([{ last_error: 'no mail server' }]);
});

/** As the version before enqueued it. Returns its id. */
async function addJob(state: 'waiting' | 'failed' | 'replaced'): Promise<string> {
  const added = await sql<{ id: string }>`
    select id from graphile_worker.add_job('send_mail', '{}'::json, max_attempts := 3)`.execute(site.db);
  const id = added.rows[0]?.id ?? '';
  if (state !== 'waiting') {
    await sql`update graphile_worker._private_jobs
      set attempts = max_attempts, last_error = ${state === 'failed' ? 'no mail server' : null}
      where id = ${id}`.execute(site.db);
  }
  return id;
}

async function selectKeyed(): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from graphile_worker.jobs where key is not null order by id`.execute(site.db);
  return found.rows.map((row) => row.id);
}

async function countGivenUp(): Promise<number | undefined> {
  return (await selectFigures(site.db)).find(({ name }) => name === 'jobs_given_up')?.value;
}
