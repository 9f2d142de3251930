// Forgets what is old, once an hour on every node; doing it twice does no harm.
import type { AppParts } from '../app.ts';
import { deleteOldWindows } from '../platform/limits.ts';
import { deleteOldRows } from './housekeeping.sql.ts';

const everyMs = 3_600_000;

export function registerHousekeeping({ deps, onStop }: AppParts): void {
  const timer = setInterval(() => {
    Promise.all([deleteOldWindows(deps.db), deleteOldRows(deps.db)]).catch((error) =>
      deps.log.warn({ err: error }, 'old rows could not be deleted'),
    );
  }, everyMs);
  onStop(() => clearInterval(timer));
}
