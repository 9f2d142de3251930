import type { AlarmKind } from '@pocketfleet/contract';

export const alarmNames: Record<AlarmKind, string> = {
  host_gone: 'Host gone',
  phone_offline: 'Phone offline',
  phone_claimed: 'Reported by another host',
  cleaning_failed: 'Cleaning failed',
  battery_hot: 'Battery hot',
  host_lied: 'Host reported another host’s phone',
  provider_silent: 'Payments not possible',
  webhook_stuck: 'Webhooks not applied',
  webhook_set_aside: 'Webhook set aside',
  order_undelivered: 'Paid order without phones',
  audit_broken: 'Integrity check failed',
  audit_unchecked: 'Integrity check could not run',
  disputed: 'Payment disputed',
  dispute_lost: 'Dispute lost',
  refunded_elsewhere: 'Refunded at the payment provider',
};

/** The name of a kind that came as plain text; a newer server may have others. */
export function alarmName(kind: string): string {
  return (alarmNames as Readonly<Record<string, string>>)[kind] ?? kind;
}
