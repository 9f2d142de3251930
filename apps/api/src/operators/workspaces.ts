// Workspaces and the people and programs that get into them, as our team reads them. It changes nothing.
import type { ActivityRow, WorkspaceAccess, WorkspaceRow } from '@pocketfleet/contract';
import { listAllActivity } from '../access/access.ts';
import { listSpent } from '../orders/orders.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { type Page, type PageQuery, readPage } from './pages.ts';
import {
  selectCredentials,
  selectLimit,
  selectMembers,
  selectWorkspaces,
  type WorkspaceFilter,
} from './workspaces.sql.ts';

export function listWorkspaces(db: Db, query: PageQuery<WorkspaceFilter>): Promise<Page<WorkspaceRow>> {
  return readPage(query, (filter) => selectWorkspaces(db, filter));
}

/** Throws not_found. */
export async function getWorkspaceAccess(db: Db, id: string): Promise<WorkspaceAccess> {
  const row = await getRow(db, id);
  const members = await selectMembers(db, id);
  const credentials = await selectCredentials(db, id);
  const spent = await listSpent({ db }, id);
  const budget = {
    monthly_limit_cents: await selectLimit(db, id),
    spent_cents: spent.reduce((sum, each) => sum + each.spent_cents, 0),
  };
  const of = (kind: 'key' | 'grant' | 'link') => credentials.filter((each) => each.kind === kind);
  return { ...row, budget, members, keys: of('key'), programs: of('grant'), links: of('link') };
}

/** Throws not_found. */
export async function readActivity(
  db: Db,
  id: string,
  query: Parameters<typeof listAllActivity>[2],
): Promise<{ rows: ActivityRow[]; next_cursor: string | null }> {
  await getRow(db, id);
  return listAllActivity({ db }, id, query);
}

async function getRow(db: Db, id: string): Promise<WorkspaceRow> {
  const [row] = (await selectWorkspaces(db, { id, offset: 0, limit: 1 })).rows;
  if (row === undefined) throw new AppError('not_found');
  return row;
}
