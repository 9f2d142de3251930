import { vi } from 'vitest';

type Mail = { subject: string; text: string };

/** The newest mail to `to` whose subject begins like this, once it has arrived. */
export async function mailTo(operator: string, to: string, subject: string): Promise<Mail> {
  return await vi.waitFor(
    async () => {
      const answer = await fetch(`${operator}/mail.json?to=${encodeURIComponent(to)}`);
      const { mails } = (await answer.json()) as { mails: Mail[] };
      const mail = mails.find((each) => each.subject.startsWith(subject));
      if (mail === undefined) throw new Error(`no mail "${subject}" to ${to} yet`);
      return mail;
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** The address of the link in that mail. */
export async function mailedLink(operator: string, to: string, subject: string): Promise<string> {
  const link = /https?:\/\/\S+/.exec((await mailTo(operator, to, subject)).text)?.[0];
  if (link === undefined) throw new Error(`the mail "${subject}" to ${to} holds no link`);
  return link;
}
