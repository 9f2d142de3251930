// Activity as CSV, page by page, so that however long it is neither we nor the database hold all of it. Each page is a call of
// its own: it is refused as soon as the caller may not read any more, and shows what they may see then.
import { type ActivityRow, routes } from '@pocketfleet/contract';
import { AppError } from '../platform/app-error.ts';
import { csvLine } from '../platform/csv.ts';
import type { Db } from '../platform/database.ts';
import type { Asking, Principal } from '../platform/principal.ts';
import { authenticate } from './access.ts';
import { type ActivityQuery, listActivity } from './activity.ts';
import { refuseUnlessAllowed } from './policy.ts';

const rowsPerPage = 500;
const columns = ['at', 'kind', 'who_kind', 'who_id', 'who', 'phone', 'address', 'details'];

/** From the newest to the oldest, beginning at `query.cursor`. Throws not_authenticated, forbidden, not_found. */
export async function* activityCsv(
  deps: { db: Db },
  asking: Asking,
  query: Omit<ActivityQuery, 'limit'>,
): AsyncGenerator<string> {
  yield csvLine(columns);
  let next: string | null | undefined = query.cursor;
  while (next !== null) {
    const caller = await findReader(deps, asking);
    const page = await listActivity(deps, caller, { ...query, cursor: next, limit: rowsPerPage });
    yield page.rows.map(lineOf).join('');
    next = page.next_cursor;
  }
}

async function findReader(deps: { db: Db }, asking: Asking): Promise<Principal> {
  const caller = await authenticate(deps, asking);
  if (caller === undefined) throw new AppError('not_authenticated');
  refuseUnlessAllowed(caller, routes.listActivity);
  return caller;
}

function lineOf({ at, kind, who, phone, address, details }: ActivityRow): string {
  const facts = JSON.stringify(details);
  return csvLine([at, kind, who.kind, who.id ?? '', who.name, phone?.tag ?? '', address ?? '', facts]);
}
