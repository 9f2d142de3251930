// What our team reads when something goes wrong.
import type { AlarmKind } from '@pocketfleet/contract';
import type { MailContent } from '../mail/mail.ts';
import type { BegunAlarm } from './alarms.sql.ts';

const titles: { readonly [Kind in AlarmKind]: string } = {
  host_gone: 'Host gone',
  phone_offline: 'Phone offline',
  cleaning_failed: 'Cleaning failed',
  battery_hot: 'Battery hot',
  host_lied: 'Host claims a phone of another',
  provider_silent: 'Payments not possible',
  webhook_stuck: 'Webhooks not applied',
  webhook_set_aside: 'Webhook set aside',
  order_undelivered: 'Paid order without phones',
  audit_broken: 'A promise is broken',
  audit_unchecked: 'A promise could not be checked',
  disputed: 'Payment disputed',
  dispute_lost: 'Dispute lost',
  refunded_elsewhere: 'Refunded at the payment provider',
};
const mostNamed = 40;

export function alarmsMail(alarms: readonly BegunAlarm[], operatorUrl: string): MailContent {
  const [first] = alarms;
  const subject =
    alarms.length === 1 && first !== undefined
      ? [titles[first.kind], first.tag ?? first.host_name].filter((part) => part !== null).join(': ')
      : `${alarms.length} new alarms`;
  const more = alarms.length - mostNamed;
  return {
    subject,
    paragraphs: [
      alarms.length === 1 ? 'This needs somebody of us.' : 'These need somebody of us.',
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    button: { label: 'Open the alarms', url: `${operatorUrl}/alarms` },
    facts: alarms
      .slice(0, mostNamed)
      .map((alarm) => [
        [titles[alarm.kind], alarm.tag].filter((part) => part !== null).join(' '),
        [alarm.detail, alarm.host_name === null ? '' : `Host ${alarm.host_name}.`, ...wrongOf(alarm)]
          .join(' ')
          .trim(),
      ]),
    notes: alarms.some(({ kind }) => kind === 'cleaning_failed') ? [afterCleaning] : [],
  };
}

const afterCleaning =
  'A phone that could not be proven clean was set aside after three attempts. Look at it, reset it to factory settings if need be, and release it: it is cleaned and checked again before anybody gets it.';

/** What a failed cleaning found wrong. */
function wrongOf({ evidence }: BegunAlarm): string[] {
  return (evidence ?? []).filter(({ ok }) => !ok).map(({ check, detail }) => `${check}: ${detail}.`);
}
