// Pure: Android's own content providers of user 0. A tenant can write to them with shell (`content insert`) and on the
// settings' screens, though they have no icon. Their data is cleared like that of apps; where shell may read a table,
// its rows are counted as well.
import type { DeviceBaseline } from '@pocketfleet/contract';
import { isInstalled } from './parse-output.ts';

/**
 * The tables that shell may read, by package. The media provider is left out: it knows only the files of the shared
 * storage, and clearing it unmounts that storage for a moment.
 */
const tables: Readonly<Record<string, readonly string[]>> = {
  'com.android.providers.blockednumber': [],
  'com.android.providers.calendar': ['com.android.calendar/calendars', 'com.android.calendar/events'],
  'com.android.providers.contacts': ['com.android.contacts/raw_contacts', 'call_log/calls'],
  'com.android.providers.downloads': [],
  'com.android.providers.telephony': ['sms'],
  'com.android.providers.userdictionary': [],
};

/** The providers that the phone has. */
export function providersOf({ packages }: Pick<DeviceBaseline, 'packages'>): string[] {
  return Object.keys(tables).filter((name) => Object.hasOwn(packages, name) && isInstalled(packages[name]));
}

export function tablesOf(providers: readonly string[]): string[] {
  return providers.flatMap((name) => tables[name] ?? []);
}

export function countRowsCommand(table: string): string {
  return `content query --user 0 --uri content://${table} --projection _id 2>&1 | head -c 500`;
}

/** Returns a problem of a table that was cleared; undefined where there is none. */
export function findTableProblem(table: string, output: string): string | undefined {
  if (output.startsWith('Row: ')) return `${table} is not empty`;
  // A missing table is empty. Where shell may not read a table, the clearing alone is the proof.
  const isAcceptable = /^No result found|Could not find provider|SecurityException|Permission Denial/m.test(
    output,
  );
  return isAcceptable ? undefined : `${table} can’t be read`;
}
