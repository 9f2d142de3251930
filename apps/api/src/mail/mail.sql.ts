// The only SQL of the mail queue.
import { type Db, sql } from '../platform/database.ts';

export type QueuedMail = {
  id: string;
  recipient: string;
  template: string;
  subject: string;
  html: string;
  text: string;
};

type NewMail = { recipient: string; template: string; subject: string; html: string; text: string };

/** Returns their ids. */
export async function insertMails(db: Db, mails: readonly NewMail[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    insert into mails (recipient, template, subject, html, text)
    select recipient, template, subject, html, text
    from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb)
      as m (recipient text, template text, subject text, html text, text text)
    returning id`.execute(db);
  if (result.rows.length !== mails.length) throw new Error('a mail was not stored');
  return result.rows.map((row) => row.id);
}

export async function selectQueuedMail(db: Db, mailId: string): Promise<QueuedMail | undefined> {
  const result = await sql<QueuedMail>`
    select id, recipient, template, subject, html, text from mails where id = ${mailId} and state = 'queued'`.execute(
    db,
  );
  return result.rows[0];
}

export async function updateMailDone(db: Db, mailId: string, state: 'sent' | 'failed'): Promise<void> {
  await sql`
    update mails set state = ${state}, attempts = attempts + 1, done_at = app_now(), html = null, text = null
    where id = ${mailId} and state = 'queued'`.execute(db);
}

export async function updateMailError(db: Db, mailId: string, error: string): Promise<void> {
  await sql`
    update mails set attempts = attempts + 1, last_error = ${error.slice(0, 500)} where id = ${mailId}`.execute(
    db,
  );
}
