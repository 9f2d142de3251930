import { readState, writeState } from '../files/state-file.ts';
import type { Users } from './users.ts';

export interface Account {
  readonly name: string;
  /** Android's account type, for example "com.example.mail". */
  readonly type: string;
}

/** Accounts of each Android user. Only a person at the screen adds and removes them; shell may just look. */
export interface Accounts {
  list(user: number): readonly Account[];
  /** False when it is there already, or there are too many. */
  add(user: number, account: Account): boolean;
  remove(user: number, account: Account): boolean;
  onChange(listener: () => void): () => void;
  wipe(): void;
}

const MAX_FOR_EACH_USER = 50;
type State = Readonly<Record<string, readonly Account[]>>;

/** An Android user's accounts go with the user. */
export function createAccounts(hostPath: string, users: Users): Accounts {
  let state: State = readState(hostPath, checkState) ?? {};
  const listeners = new Set<() => void>();
  const change = (next: State) => {
    state = next;
    writeState(hostPath, state);
    for (const listener of [...listeners]) listener();
  };
  const list = (user: number) => state[user] ?? [];
  const same = (a: Account, b: Account) => a.name === b.name && a.type === b.type;
  users.onChange(() => {
    const ids = new Set(users.list().map(({ id }) => String(id)));
    const kept = Object.entries(state).filter(([id]) => ids.has(id));
    if (kept.length < Object.keys(state).length) change(Object.fromEntries(kept));
  });
  return {
    list,
    add(user, account) {
      const before = list(user);
      if (before.length >= MAX_FOR_EACH_USER || before.some((one) => same(one, account))) return false;
      change({ ...state, [user]: [...before, account] });
      return true;
    },
    remove(user, account) {
      const after = list(user).filter((one) => !same(one, account));
      if (after.length === list(user).length) return false;
      change({ ...state, [user]: after });
      return true;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wipe: () => change({}),
  };
}

function checkState(value: unknown): State | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const whole = Object.values(value).every(
    (list) =>
      Array.isArray(list) &&
      list.every((one) => typeof one?.name === 'string' && typeof one?.type === 'string'),
  );
  return whole ? (value as State) : undefined;
}
