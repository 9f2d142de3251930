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

export async function insertMail(
  db: Db,
  mail: { recipient: string; template: string; subject: string; html: string; text: string },
): Promise<string> {
  const result = await sql<{ id: string }>`
    insert into mails (recipient, template, subject, html, text)
    values (${mail.recipient}, ${mail.template}, ${mail.subject}, ${mail.html}, ${mail.text})
    returning id`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the mail was not stored');
  return row.id;
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
