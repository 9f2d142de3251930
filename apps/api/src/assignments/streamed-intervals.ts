// For how long the pictures of rented phones were watched, for each day.
import type { Db } from '../platform/database.ts';
import { addStreamedIntervals, type StreamedInterval } from './streamed-intervals.sql.ts';

/** At most one interval of each assignment. */
export async function addStreamedTime(
  deps: { db: Db },
  intervals: readonly StreamedInterval[],
): Promise<void> {
  await addStreamedIntervals(deps.db, intervals);
}
