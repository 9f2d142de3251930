// The SQL of contact.
import { type Db, sql } from '../platform/database.ts';

export async function insertMessage(
  db: Db,
  message: { name: string; email: string; message: string; is_suspect: boolean },
): Promise<{ id: string; is_priority: boolean }> {
  const result = await sql<{ id: string; is_priority: boolean }>`
    insert into contact_messages (name, email, message, is_suspect, is_priority)
    values (${message.name}, ${message.email}, ${message.message}, ${message.is_suspect},
            exists (select from contact_priorities where email = lower(${message.email}) and until > app_now()))
    returning id, is_priority`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the message was not stored');
  return row;
}

/** A priority is never shortened. */
export async function upsertPriority(db: Db, email: string, until: string): Promise<void> {
  await sql`
    insert into contact_priorities as p (email, until) values (lower(${email}), ${until})
    on conflict (email) do update set until = greatest(p.until, excluded.until)`.execute(db);
}

export type OpenMessage = {
  id: string;
  name: string;
  email: string;
  message: string;
  is_priority: boolean;
  is_suspect: boolean;
  created_at: string;
};

export async function selectOpenMessages(db: Db, limit: number): Promise<OpenMessage[]> {
  const result = await sql<OpenMessage>`
    select id, name, email, message, is_priority, is_suspect, created_at from contact_messages
    where answered_at is null
    order by is_suspect, is_priority desc, created_at limit ${limit}`.execute(db);
  return result.rows;
}

export async function updateAnswered(db: Db, messageId: string, operatorId: string): Promise<boolean> {
  const result = await sql`update contact_messages set answered_at = app_now(), answered_by = ${operatorId}
    where id = ${messageId} and answered_at is null`.execute(db);
  return result.numAffectedRows === 1n;
}
