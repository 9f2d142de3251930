// A download of activity that takes long: each page is asked for anew.
import { beforeEach, expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { CsvStream, readCsv } from '../platform/csv.ts';
import { sql } from '../platform/database.ts';
import { activityCsv } from './activity-csv.ts';

const { scene, site, member, made, revoke } = useTeamWithKeys({ leads: false });

/** Two pages. */
async function write(kind: 'person' | 'key', id: string): Promise<void> {
  await sql`select write_activity(${scene.team}, 'phone.labelled', null, '{"label": "x"}',
    jsonb_build_object('kind', ${kind}::text, 'id', ${id}::text, 'user_id', ${scene.owner.id}::text, 'name', 'o'))
    from generate_series(1, 800)`.execute(site.db);
}
beforeEach(() => write('person', scene.owner.id));

/** The head of the table and the first page have come. */
async function begin(secret: string): Promise<AsyncGenerator<string>> {
  const asking = { secret, workspaceId: scene.team, address: '127.0.0.1' };
  const pages = activityCsv({ db: site.db }, asking, {});
  await pages.next();
  const first = await pages.next();
  expect(first.done).toBe(false);
  return pages;
}
const linesOf = (page: IteratorResult<string>) => String(page.value).split('\r\n').length - 1;

test('a download goes on while its caller may read', async () => {
  expect(linesOf(await (await begin(scene.owner.token)).next())).toBe(300);
});

test('a download ends when its caller signs out', async () => {
  const admin = await member('admin');
  const pages = await begin(admin.token);
  await site.call('POST', '/api/auth/logout', { token: admin.token });
  await expect(pages.next()).rejects.toMatchObject({ code: 'not_authenticated' });
});

test('a download ends when its key is revoked', async () => {
  const { id, key } = await made();
  await write('key', id);
  const pages = await begin(key);
  await revoke(id);
  await expect(pages.next()).rejects.toMatchObject({ code: 'not_authenticated' });
});

test('a download ends when its caller leaves the team, or lacks the factor that it requires', async () => {
  const admin = await member('admin');
  const pages = [await begin(admin.token), await begin(admin.token)];
  await sql`update workspaces set requires_second_factor = true where id = ${scene.team}`.execute(site.db);
  await expect(pages[0]?.next()).rejects.toMatchObject({ code: 'second_factor_needed' });
  await sql`delete from workspace_members where user_id = ${admin.id} and workspace_id = ${scene.team}`.execute(
    site.db,
  );
  await expect(pages[1]?.next()).rejects.toMatchObject({ code: 'not_found' });
});

test('a download shows no more than its caller may see by then', async () => {
  const admin = await member('admin');
  const pages = await begin(admin.token);
  await sql`update workspace_members set role = 'user' where user_id = ${admin.id} and workspace_id = ${scene.team}`.execute(
    site.db,
  );
  expect(linesOf(await pages.next())).toBe(0);
});

test('a download that is read too slowly is cut off', async () => {
  async function* endless() {
    for (;;) yield await Promise.resolve('line\r\n');
  }
  const reading = readCsv(new CsvStream('x.csv', endless()), 30);
  const failed = new Promise((resolve) => reading.once('error', resolve));
  expect(await failed).toMatchObject({ name: 'AbortError' });
});
