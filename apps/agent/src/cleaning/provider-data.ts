// Pure: Android's own content providers of user 0. They have no icon, but shell writes to them (`content insert`), and
// so do the settings' screens. Their data is cleared like that of apps with an icon; where shell may read, it is
// counted, too.
import type { DeviceBaseline } from '@pocketfleet/contract';
import { isInstalled } from './parse-answers.ts';

/**
 * By package, the tables that shell may read. Not the media provider: clearing it takes the shared storage away for a
 * moment, and it knows nothing but the files there.
 */
const tables: Readonly<Record<string, readonly string[]>> = {
  'com.android.providers.blockednumber': [],
  'com.android.providers.calendar': ['com.android.calendar/calendars', 'com.android.calendar/events'],
  'com.android.providers.contacts': ['com.android.contacts/raw_contacts', 'call_log/calls'],
  'com.android.providers.downloads': [],
  'com.android.providers.telephony': ['sms'],
  'com.android.providers.userdictionary': [],
};

/** Those that the phone has. */
export function providersOf({ packages }: Pick<DeviceBaseline, 'packages'>): string[] {
  return Object.keys(tables).filter((name) => Object.hasOwn(packages, name) && isInstalled(packages[name]));
}

export function tablesOf(providers: readonly string[]): string[] {
  return providers.flatMap((name) => tables[name] ?? []);
}

export function countRowsCommand(table: string): string {
  return `content query --user 0 --uri content://${table} --projection _id 2>&1 | head -c 500`;
}

/** Whatever is wrong with a table after it was cleared, undefined where nothing is. */
export function wrongInTable(table: string, answer: string): string | undefined {
  if (answer.startsWith('Row: ')) return `${table} is not empty`;
  // A table that isn't there holds nothing, and one that shell may not read is proven by the clearing alone.
  const isSettled = /^No result found|Could not find provider|SecurityException|Permission Denial/m.test(
    answer,
  );
  return isSettled ? undefined : `${table} can’t be looked at`;
}
