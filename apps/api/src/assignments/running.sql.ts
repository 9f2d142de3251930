// Conditions on an assignment that a query names `a`. They compare its times with the clock, because a job updates the
// stored state only a moment later.
import { sql } from '../platform/database.ts';

export const isOver = sql`(a.state = 'ended' or coalesce(a.expires_at <= app_now(), false))`;

/** Its start has come and its end has not, whether or not its phone is open to the tenant yet. */
export const hasStarted = sql`(a.state in ('scheduled', 'active') and a.starts_at <= app_now() and not ${isOver})`;

/** Its tenant can use the phone now: it was cleaned before, and has an Android user of the tenant's own. */
export const isRunning = sql`(a.state = 'active' and a.prepared_at is not null and ${hasStarted})`;
