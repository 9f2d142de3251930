// Compares the record of state changes with the states themselves. Both only grow, so a check never reads all of them: it
// continues where the last one ended, with the newest changes and one part of the rows. Errors that it has passed are
// kept in `audit_gaps`; a break that is explained there is no finding.
import { type Db, sql } from '../platform/database.ts';
import type { AuditCheck, Breach } from './audit-check.sql.ts';

const changesAtOnce = 50_000;
const rowsAtOnce = 10_000;
/** Ids are assigned before the commit, so a change may appear after later ids were read. The mark stays behind for so long. */
const openFor = sql`interval '5 minutes'`;

const tables = { order: 'orders', assignment: 'assignments', refund: 'refunds', device: 'devices' } as const;
const kinds = Object.keys(tables) as (keyof typeof tables)[];

/** Changes after the mark whose `from_state` is not the state that the change before has left. */
const brokenChanges = sql`
  select c.id as change_id, c.kind, c.row_id, c.from_state, p.to_state as before
  from (select * from state_changes where id > (select through_change from audit_marks where name = 'changes')
        order by id limit ${sql.lit(changesAtOnce)}) as c
  left join lateral (select to_state from state_changes e
                     where e.kind = c.kind and e.row_id = c.row_id and e.id < c.id order by e.id desc limit 1) p on true
  where c.from_state is distinct from p.to_state
    and not exists (select 1 from audit_gaps g where g.change_id = c.id and g.explanation is not null)`;

/** The next rows of one table. */
const part = (kind: keyof typeof tables) => sql`
  select id, state from ${sql.table(tables[kind])}
  where id > coalesce((select through_row from audit_marks where name = ${sql.lit(kind)}),
                      '00000000-0000-0000-0000-000000000000'::uuid)
  order by id limit ${sql.lit(rowsAtOnce)}`;

/** Rows whose state differs from the state that was recorded last. */
const unnoted = (kind: keyof typeof tables, rows: ReturnType<typeof part>) => sql`
  select ${sql.lit(kind)} as kind, s.id, s.state, n.to_state as noted from (${rows}) as s
  left join lateral (select to_state from state_changes c
    where c.kind = ${sql.lit(kind)} and c.row_id = s.id order by c.id desc limit 1) n on true
  where n.to_state is distinct from s.state`;

const gapsOf = (kind: keyof typeof tables) =>
  unnoted(
    kind,
    sql`select t.id, t.state from ${sql.table(tables[kind])} t
    join audit_gaps g on g.kind = ${sql.lit(kind)} and g.row_id = t.id and g.change_id is null`,
  );

const maxRows = 20;

export const recordCheck: AuditCheck = {
  id: 'A3',
  invariant: 'every change of state was recorded, with its actor, without a gap',
  holds: 'always',
  find: async (db) => {
    const rows: Breach[] = [];
    const add = async (query: ReturnType<typeof part>): Promise<void> => {
      rows.push(
        ...(await sql<Breach>`select * from (${query}) as found limit ${sql.lit(maxRows)}`.execute(db)).rows,
      );
    };
    for (const kind of kinds) {
      await add(unnoted(kind, part(kind)));
      await add(gapsOf(kind));
    }
    await add(brokenChanges);
    await add(sql`select kind, row_id, change_id from audit_gaps
        where change_id is not null and explanation is null`);
    return rows.slice(0, maxRows);
  },
};

/** Moves the marks past the rows of the last check, and keeps the errors found there. */
export async function moveMarks(tx: Db): Promise<void> {
  for (const kind of kinds) {
    await sql`
      insert into audit_gaps (kind, row_id)
      select kind, id from (${unnoted(kind, part(kind))}) as found on conflict do nothing`.execute(tx);
    await sql`
      delete from audit_gaps g where g.kind = ${sql.lit(kind)} and g.change_id is null
        and not exists (select 1 from (${gapsOf(kind)}) as left_wrong where left_wrong.id = g.row_id)`.execute(
      tx,
    );
    // After the last part it starts again with the first.
    await sql`
      update audit_marks set through_row = (
        select case when count(*) = ${sql.lit(rowsAtOnce)} then max(id::text)::uuid end from (${part(kind)}) as rows)
      where name = ${sql.lit(kind)}`.execute(tx);
  }
  await sql`
    insert into audit_gaps (kind, row_id, change_id)
    select kind, row_id, change_id from (${brokenChanges}) as found on conflict do nothing`.execute(tx);
  await sql`
    update audit_marks set through_change = greatest(through_change, coalesce((
      select min(id) - 1 from (
        select id, at from state_changes where id > audit_marks.through_change
        order by id limit ${sql.lit(changesAtOnce)}) as passed where at > app_now() - ${openFor}), (
      select max(id) from (
        select id from state_changes where id > audit_marks.through_change
        order by id limit ${sql.lit(changesAtOnce)}) as passed)))
    where name = 'changes'`.execute(tx);
}
