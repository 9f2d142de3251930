import { z } from 'zod';
import { openUserRecords } from './user-records.ts';
import type { Users } from './users.ts';

type ProviderRow = Readonly<Record<string, string>>;

interface Table {
  readonly packageName: string;
  /** Shell sees no rows, and its own rows are not stored: only keyboards and spell checkers may use the words. */
  readonly isClosedToShell?: true;
}

/** By authority and path. */
const TABLES = new Map<string, Table>([
  ['com.android.contacts/raw_contacts', { packageName: 'com.android.providers.contacts' }],
  ['call_log/calls', { packageName: 'com.android.providers.contacts' }],
  ['sms', { packageName: 'com.android.providers.telephony' }],
  ['com.android.calendar/calendars', { packageName: 'com.android.providers.calendar' }],
  ['com.android.calendar/events', { packageName: 'com.android.providers.calendar' }],
  ['user_dictionary/words', { packageName: 'com.android.providers.userdictionary', isClosedToShell: true }],
]);

const MAX_ROWS = 1_000;

export function findTable(uri: string): Table | undefined {
  return TABLES.get(uri);
}

/** Rows of Android's own content providers, for each Android user. */
export function createProviders(hostPath: string, users: Users) {
  const records = openUserRecords(hostPath, z.array(z.record(z.string(), z.string())), users);
  const rows = (user: number, uri: string): readonly ProviderRow[] => records.get(user, uri) ?? [];
  return {
    rows,
    /** False if the table is full. */
    insert(user: number, uri: string, row: ProviderRow) {
      const before = rows(user, uri);
      if (before.length >= MAX_ROWS) return false;
      const _id = String(Number(before.at(-1)?.['_id'] ?? 0) + 1);
      records.set(user, uri, [...before, { ...row, _id }]);
      return true;
    },
    /** Removes the row with this id, or all rows. */
    remove: (user: number, uri: string, id?: string) =>
      records.set(user, uri, id === undefined ? [] : rows(user, uri).filter((row) => row['_id'] !== id)),
    /** Removes the data of a package, which may own several tables. */
    clear(user: number, packageName: string) {
      for (const [uri, table] of TABLES)
        if (table.packageName === packageName) records.set(user, uri, undefined);
    },
    wipe: records.wipe,
  };
}

export type Providers = ReturnType<typeof createProviders>;
