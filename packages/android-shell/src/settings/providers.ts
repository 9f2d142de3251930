import { readState, writeState } from '../files/state-file.ts';
import type { Users } from './users.ts';

export type ProviderRow = Readonly<Record<string, string>>;

/** Rows of Android's own content providers, for each Android user. */
export interface Providers {
  rows(user: number, uri: string): readonly ProviderRow[];
  /** False when there are too many. */
  insert(user: number, uri: string, row: ProviderRow): boolean;
  /** Those with this number, or all. */
  remove(user: number, uri: string, id?: string): void;
  /** Forgets the data of a package, which may keep several tables. */
  clear(user: number, packageName: string): void;
  wipe(): void;
}

interface Table {
  readonly packageName: string;
  /** Only keyboards and spell checkers get to see the words; shell is shown none, and its own are not taken. */
  readonly isClosedToShell?: true;
}

/** By authority and path. */
const TABLES: Readonly<Record<string, Table>> = {
  'com.android.contacts/raw_contacts': { packageName: 'com.android.providers.contacts' },
  'call_log/calls': { packageName: 'com.android.providers.contacts' },
  sms: { packageName: 'com.android.providers.telephony' },
  'com.android.calendar/calendars': { packageName: 'com.android.providers.calendar' },
  'com.android.calendar/events': { packageName: 'com.android.providers.calendar' },
  'user_dictionary/words': { packageName: 'com.android.providers.userdictionary', isClosedToShell: true },
};

const MAX_ROWS = 1_000;

/** By "user uri". */
type State = Readonly<Record<string, readonly ProviderRow[]>>;

export function findTable(uri: string): Table | undefined {
  return Object.hasOwn(TABLES, uri) ? TABLES[uri] : undefined;
}

/** What belongs to an Android user goes with the user. */
export function createProviders(hostPath: string, users: Users): Providers {
  let state: State = readState(hostPath, checkState) ?? {};
  const change = (next: State) => {
    state = next;
    writeState(hostPath, state);
  };
  const keep = (isKept: (user: string, uri: string) => boolean) => {
    const kept = Object.entries(state).filter(([key]) => {
      const [user = '', uri = ''] = key.split(' ');
      return isKept(user, uri);
    });
    if (kept.length < Object.keys(state).length) change(Object.fromEntries(kept));
  };
  users.onChange(() => {
    const ids = new Set(users.list().map(({ id }) => String(id)));
    keep((user) => ids.has(user));
  });
  const rows = (user: number, uri: string) => state[`${user} ${uri}`] ?? [];
  return {
    rows,
    insert(user, uri, row) {
      const before = rows(user, uri);
      if (before.length >= MAX_ROWS) return false;
      const _id = String(Number(before.at(-1)?.['_id'] ?? 0) + 1);
      change({ ...state, [`${user} ${uri}`]: [...before, { ...row, _id }] });
      return true;
    },
    remove(user, uri, id) {
      const after = id === undefined ? [] : rows(user, uri).filter((row) => row['_id'] !== id);
      change({ ...state, [`${user} ${uri}`]: after });
    },
    clear: (user, packageName) =>
      keep((of, uri) => of !== String(user) || TABLES[uri]?.packageName !== packageName),
    wipe: () => change({}),
  };
}

function checkState(value: unknown): State | undefined {
  const isWhole =
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(
      (rows) =>
        Array.isArray(rows) &&
        rows.every((row) => Object.values(row ?? {}).every((text) => typeof text === 'string')),
    );
  return isWhole ? (value as State) : undefined;
}
