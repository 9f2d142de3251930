// Mails to our team about alarms.
import type { AlarmKind } from '@pocketfleet/contract';
import type { MailContent } from '../mail/mail.ts';
import type { StartedAlarm } from './alarms.sql.ts';

const titles: { readonly [Kind in AlarmKind]: string } = {
  host_gone: 'Host gone',
  phone_offline: 'Phone offline',
  phone_claimed: 'Phone reported by another host',
  cleaning_failed: 'Cleaning failed',
  battery_hot: 'Battery hot',
  host_lied: 'Host claims another host’s phone',
  provider_silent: 'Payments not possible',
  webhook_stuck: 'Webhooks not applied',
  webhook_set_aside: 'Webhook set aside',
  order_undelivered: 'Paid order without phones',
  audit_broken: 'An invariant is broken',
  audit_unchecked: 'An invariant could not be checked',
  disputed: 'Payment disputed',
  dispute_lost: 'Dispute lost',
  refunded_elsewhere: 'Refunded at the payment provider',
};
const maxListed = 40;

export function alarmsMail(alarms: readonly StartedAlarm[], operatorUrl: string): MailContent {
  const [first] = alarms;
  const subject =
    alarms.length === 1 && first !== undefined
      ? [titles[first.kind], first.tag ?? first.host_name].filter((part) => part !== null).join(': ')
      : `${alarms.length} new alarms`;
  const more = alarms.length - maxListed;
  return {
    subject,
    paragraphs: [
      alarms.length === 1 ? 'Please look at this alarm.' : 'Please look at these alarms.',
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    button: { label: 'Open the alarms', url: `${operatorUrl}/alarms` },
    facts: alarms
      .slice(0, maxListed)
      .map((alarm) => [
        [titles[alarm.kind], alarm.tag].filter((part) => part !== null).join(' '),
        [alarm.detail, alarm.host_name === null ? '' : `Host ${alarm.host_name}.`, ...failedChecks(alarm)]
          .join(' ')
          .trim(),
      ]),
    notes: alarms.some(({ kind }) => kind === 'cleaning_failed') ? [afterCleaning] : [],
  };
}

const afterCleaning =
  'A phone that could not be proven clean was quarantined after three attempts. Check it, reset it to factory settings if necessary, and release it. It is then cleaned and checked again before anybody can rent it.';

/** The failed checks of a cleaning. */
function failedChecks({ evidence }: StartedAlarm): string[] {
  return (evidence ?? []).filter(({ ok }) => !ok).map(({ check, detail }) => `${check}: ${detail}.`);
}
