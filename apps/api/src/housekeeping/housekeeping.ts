// Deletes old rows, once an hour.
import type { AppParts } from '../app-parts.ts';
import { handleCrontab } from '../platform/jobs.ts';
import { deleteOldWindows } from '../platform/limits.ts';
import { deleteOldRows } from './housekeeping.sql.ts';

export function registerHousekeeping({ deps, tasks }: AppParts): void {
  tasks.push(
    handleCrontab('housekeeping', '17 * * * *', async () => {
      await deleteOldWindows(deps.db);
      await deleteOldRows(deps.db);
    }),
  );
}
