// Weekly usage, turned so that each phone is one row. Pure.
import type { WeeklyUsage } from '@pocketfleet/contract';

export type PhoneUsage = {
  device_id: string;
  tag: string;
  model: string;
  /** Hours by the first day of the week. */
  hours: Map<string, number>;
  total: number;
};

/** `rented`: hours in which the phone was the customer's. `streamed`: those in which its picture was watched. */
export type UsageKind = 'rented' | 'streamed';

/** Phones by tag. */
export function hoursByPhone(usage: readonly WeeklyUsage[], kind: UsageKind): PhoneUsage[] {
  const phones = new Map<string, PhoneUsage>();
  for (const { device_id, tag, model, week_start, ...counted } of usage) {
    const hours = kind === 'rented' ? counted.hours : counted.streamed_hours;
    const phone = phones.get(device_id) ?? { device_id, tag, model, hours: new Map(), total: 0 };
    if (hours > 0) phone.hours.set(week_start, hours);
    phone.total += hours;
    phones.set(device_id, phone);
  }
  return [...phones.values()].sort((a, b) => a.tag.localeCompare(b.tag));
}
