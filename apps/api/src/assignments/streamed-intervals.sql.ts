import { type Db, sql } from '../platform/database.ts';

/** While at least one window showed the phone; in ms since 1970. */
export type StreamedInterval = {
  readonly assignment_id: string;
  readonly from_ms: number;
  readonly to_ms: number;
};

/**
 * Adds intervals, each divided at midnight (UTC). Time before `counted_until` was added by another node already. The rows
 * are locked in one order, so that two nodes can't wait for each other. An assignment that is gone is left out. Each assignment
 * may have one interval, because a statement can't add to the same row twice.
 */
export async function addStreamedIntervals(db: Db, intervals: readonly StreamedInterval[]): Promise<void> {
  await sql`
    insert into streamed_days as known (assignment_id, day, streamed_ms, counted_until)
    select assignment_id, day, (extract(epoch from until - since) * 1000)::int, until
    from (
      select i.assignment_id, day::date as day, greatest(i.since, day) as since,
             least(i.until, day + interval '1 day') as until
      from (
        select (each ->> 'assignment_id')::uuid as assignment_id,
               to_timestamp((each ->> 'from_ms')::float8 / 1000) as since,
               to_timestamp((each ->> 'to_ms')::float8 / 1000) as until
        from jsonb_array_elements(${JSON.stringify(intervals)}::jsonb) as each
      ) i
      join assignments a on a.id = i.assignment_id
      cross join lateral generate_series(date_trunc('day', i.since), i.until, interval '1 day') as day
    ) parts
    where until > since
    order by assignment_id, day
    on conflict (assignment_id, day) do update set
      streamed_ms = least(86400000, known.streamed_ms + greatest(0, (extract(epoch from
        excluded.counted_until - greatest(known.counted_until,
          excluded.counted_until - excluded.streamed_ms * interval '1 millisecond')) * 1000)::int)),
      counted_until = greatest(known.counted_until, excluded.counted_until)`.execute(db);
}
