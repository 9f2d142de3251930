// HTTP routes of activity, and its periodic work.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { CsvStream } from '../platform/csv.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import { activityTasks, startActivitySweep } from './activity.jobs.ts';
import { listActivity, listActivityChoices } from './activity.ts';
import { activityCsv } from './activity-csv.ts';

/** Each reads everything. */
const csvLimit: Limit = { name: 'activity-csv', count: 20, windowS: 600 };

export function registerActivity({ deps, implement, tasks, onStop }: AppParts): void {
  tasks.push(...activityTasks(deps));
  onStop(startActivitySweep(deps));
  implement(routes.listActivity, async ({ caller, accessToken, address, query, wantsCsv }) => {
    if (!wantsCsv) return listActivity(deps, caller, query);
    await countAgainstLimit(deps.db, csvLimit, caller.credential_id);
    const asking = { secret: accessToken, workspaceId: caller.workspace_id, address };
    return new CsvStream('activity.csv', activityCsv(deps, asking, query));
  });
  implement(routes.listActivityChoices, ({ caller }) => listActivityChoices(deps, caller));
}
