// The mail queue: `queueMail` stores a mail and its job in one transaction. The job sends the mail, with at most 12 attempts
// and growing delays. A mail may arrive twice when the process dies between sending it and storing that; both copies have
// the same Message-ID.
import { brand } from '@pocketfleet/rules';
import { z } from 'zod';
import type { Db } from '../platform/database.ts';
import { defineTask, enqueueAll, handleTask, type TaskHandler } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type Smtp, SmtpError } from '../platform/smtp.ts';
import { insertMails, selectQueuedMail, updateMailDone, updateMailError } from './mail.sql.ts';
import { type MailContent, renderMail } from './mail-layout.ts';

export type { MailContent } from './mail-layout.ts';
export { type Place, panelUrl } from './panel-url.ts';
export { withoutLinks } from './without-links.ts';

const sendTask = defineTask(
  'send_mail',
  z.object({ mail_id: z.uuid(), reply_to: z.string().max(320).optional() }),
);
const maxAttempts = 12;

/** `template` is the name of the mail in lists. `replyTo` gets the answers; without it our sales team does. */
export type Mail = { to: string; template: string; content: MailContent; replyTo?: string };

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
    ids.map((mail_id, index) => {
      const reply_to = mails[index]?.replyTo;
      return reply_to === undefined ? { mail_id } : { mail_id, reply_to };
    }),
    { maxAttempts },
  );
}

export function mailTasks(deps: { db: Db; smtp: Smtp; log: Log }): TaskHandler[] {
  const { db, smtp, log } = deps;
  return [
    handleTask(
      sendTask,
      async ({ mail_id, reply_to }, { attempt }) => {
        const mail = await selectQueuedMail(db, mail_id);
        if (mail === undefined) return;
        try {
          await smtp.send({
            messageId: `<${mail.id}@${brand.domainSuffix}>`,
            from: brand.mailFrom,
            to: mail.recipient,
            replyTo: reply_to ?? brand.salesEmail,
            subject: mail.subject,
            html: mail.html,
            text: mail.text,
          });
        } catch (error) {
          await updateMailError(db, mail_id, error instanceof Error ? error.message : String(error));
          const isFinal = attempt >= maxAttempts || (error instanceof SmtpError && error.permanent);
          if (!isFinal) throw error;
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
