import { expect, test } from 'vitest';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from './database.ts';
import { countAgainstEach, countAgainstLimit } from './limits.ts';

const site = useTestApp();
const day = { name: 'test-day', count: 4, windowS: 86_400 };
const hour = { name: 'test-hour', count: 2, windowS: 3_600 };

test('an action that counts against two limits is refused for the one that is used up, until its window is over', async () => {
  const act = (subject: string) => countAgainstEach(site.db, [day, hour], subject);
  await act('ada');
  await act('ada');
  await expect(act('ada')).rejects.toThrow('Please try again in 60 minutes.');
  await act('bob');
  await sql`update limit_windows set ends_at = app_now() where key = 'test-hour:ada'`.execute(site.db);
  await act('ada');
  // The refused one has counted too.
  await expect(act('ada')).rejects.toThrow('Please try again in 24 hours.');
  await expect(countAgainstLimit(site.db, day, 'ada')).rejects.toThrow('Please try again in 24 hours.');
});
