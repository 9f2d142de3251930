// The mail queue: `queueMail` in a transaction stores a mail with its job; the job sends it, again after a
// failure with growing delays, at most 12 times. A mail may arrive twice when we die between sending and
// noting it; its Message-ID is then the same.
import { brand } from '@pocketfleet/rules';
import { z } from 'zod';
import type { Db } from '../platform/database.ts';
import { defineTask, enqueueAll, handleTask, type TaskHandler } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type Smtp, SmtpError } from '../platform/smtp.ts';
import { insertMails, selectQueuedMail, updateMailDone, updateMailError } from './mail.sql.ts';
import { type MailContent, renderMail } from './mail-layout.ts';

export type { MailContent } from './mail-layout.ts';

const sendTask = defineTask('send_mail', z.object({ mail_id: z.uuid() }));
const maxAttempts = 12;

/** `template` names it in lists. */
export type Mail = { to: string; template: string; content: MailContent };

/** Stores a mail to be sent once `tx` commits. */
export async function queueMail(tx: Db, mail: Mail): Promise<void> {
  await queueMails(tx, [mail]);
}

/** As `queueMail`, for many: two statements in all. */
export async function queueMails(tx: Db, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ to, template, content }) => ({
    recipient: to,
    template,
    ...renderMail(content),
  }));
  const ids = await insertMails(tx, rows);
  await enqueueAll(
    tx,
    sendTask,
    ids.map((mail_id) => ({ mail_id })),
    { maxAttempts },
  );
}

export function mailTasks(deps: { db: Db; smtp: Smtp; log: Log }): TaskHandler[] {
  const { db, smtp, log } = deps;
  return [
    handleTask(
      sendTask,
      async ({ mail_id }, { attempt }) => {
        const mail = await selectQueuedMail(db, mail_id);
        if (mail === undefined) return;
        try {
          await smtp.send({
            messageId: `<${mail.id}@${brand.domainSuffix}>`,
            from: brand.mailFrom,
            to: mail.recipient,
            subject: mail.subject,
            html: mail.html,
            text: mail.text,
          });
        } catch (error) {
          await updateMailError(db, mail_id, error instanceof Error ? error.message : String(error));
          const isGivenUp = attempt >= maxAttempts || (error instanceof SmtpError && error.permanent);
          if (!isGivenUp) throw error;
          log.error({ err: error, mail_id }, 'a mail could not be delivered');
          await updateMailDone(db, mail_id, 'failed');
          return;
        }
        await updateMailDone(db, mail_id, 'sent');
        log.info({ mail_id, template: mail.template }, 'a mail was sent');
      },
      'background',
    ),
  ];
}
