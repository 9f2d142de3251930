// Where a rental is in its time: conditions on an assignment that a query names `a`. They compare instants when they
// are asked; the stored state follows a moment later.
import { sql } from '../platform/database.ts';

export const isOver = sql`(a.state = 'ended' or coalesce(a.expires_at <= app_now(), false))`;

/** Its time has come and is not over, whether or not its phone is open to the tenant yet. */
export const hasBegun = sql`(a.state in ('scheduled', 'active') and a.starts_at <= app_now() and not ${isOver})`;

/** Its tenant can use the phone now: it was cleaned before, and has an Android user of the tenant's own. */
export const isRunning = sql`(a.state = 'active' and a.prepared_at is not null and ${hasBegun})`;
