import { z } from 'zod';
import { openStored } from '../files/state-file.ts';
import { keepOfUsers, type Users } from './users.ts';

type ProviderRow = Readonly<Record<string, string>>;

/** Rows of Android's own content providers, for each Android user. */
export interface Providers {
  rows(user: number, uri: string): readonly ProviderRow[];
  /** False if the table is full. */
  insert(user: number, uri: string, row: ProviderRow): boolean;
  /** Removes the row with this id, or all rows. */
  remove(user: number, uri: string, id?: string): void;
  /** Removes the data of a package, which may own several tables. */
  clear(user: number, packageName: string): void;
  wipe(): void;
}

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

/** By user and URI, with a space between. */
type State = Readonly<Record<string, readonly ProviderRow[]>>;
const schema = z.record(z.string(), z.array(z.record(z.string(), z.string())));

export function findTable(uri: string): Table | undefined {
  return TABLES.get(uri);
}

export function createProviders(hostPath: string, users: Users): Providers {
  const stored = openStored<State>(hostPath, schema, () => ({}));
  users.onChange(() => {
    const kept = keepOfUsers(stored.value, users, (key) => key.split(' ')[0]);
    if (kept !== stored.value) stored.replace(kept);
  });
  const rows = (user: number, uri: string) => stored.value[`${user} ${uri}`] ?? [];
  const setRows = (user: number, uri: string, next: readonly ProviderRow[]) =>
    stored.replace({ ...stored.value, [`${user} ${uri}`]: next });
  return {
    rows,
    insert(user, uri, row) {
      const before = rows(user, uri);
      if (before.length >= MAX_ROWS) return false;
      const _id = String(Number(before.at(-1)?.['_id'] ?? 0) + 1);
      setRows(user, uri, [...before, { ...row, _id }]);
      return true;
    },
    remove: (user, uri, id) =>
      setRows(user, uri, id === undefined ? [] : rows(user, uri).filter((row) => row['_id'] !== id)),
    clear(user, packageName) {
      for (const [uri, table] of TABLES)
        if (table.packageName === packageName && rows(user, uri).length > 0) setRows(user, uri, []);
    },
    wipe: () => stored.replace({}),
  };
}
