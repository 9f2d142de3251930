import type { OutgoingMail } from '../src/platform/smtp.ts';

/** Token and address of the link in the last mail to `to`; empty when there is none. */
export function linkIn(outbox: readonly OutgoingMail[], to: string): { token: string; email: string } {
  const mail = outbox.filter((sent) => sent.to === to).at(-1);
  const url = new URL(/https?:\/\/\S+token=\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://no-link');
  return { token: url.searchParams.get('token') ?? '', email: url.searchParams.get('email') ?? '' };
}
