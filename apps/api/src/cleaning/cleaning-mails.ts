// What our team is told when a device can't be made ready.
import type { CheckResult } from '@pocketfleet/contract';
import type { MailContent } from '../mail/mail.ts';
import type { Purpose } from './cleaning.sql.ts';

const what: { readonly [For in Purpose]: string } = {
  join: 'could not join the stock',
  clean: 'could not be proven clean after a rental',
  prepare: 'could not be opened to its tenant',
};

export function cleaningFailedMail(failed: {
  tag: string;
  purpose: Purpose;
  detail: string;
  evidence: readonly CheckResult[];
}): MailContent {
  const wrong = failed.evidence.filter(({ ok }) => !ok).map(({ check, detail }) => `${check}: ${detail}`);
  return {
    subject: `Phone ${failed.tag} is set aside`,
    greeting: `Phone ${failed.tag} ${what[failed.purpose]}.`,
    paragraphs: [
      `After three attempts it was quarantined: ${failed.detail}`,
      ...wrong,
      'Look at it, reset it to factory settings if need be, and release it: it is cleaned and checked again before anybody gets it.',
    ],
    notes: [],
  };
}
