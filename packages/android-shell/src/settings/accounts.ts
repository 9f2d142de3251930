import { z } from 'zod';
import { openStored } from '../files/state-file.ts';
import { keepOfUsers, type Users } from './users.ts';

interface Account {
  readonly name: string;
  /** Android's account type, for example "com.example.mail". */
  readonly type: string;
}

/** Accounts of each Android user, who adds and removes them on the screen; shell may only list them. */
export interface Accounts {
  list(user: number): readonly Account[];
  /** False if the account exists or the user has too many. */
  add(user: number, account: Account): boolean;
  remove(user: number, account: Account): boolean;
  onChange(listener: () => void): () => void;
  wipe(): void;
}

const MAX_PER_USER = 50;
const schema = z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() })));

export function createAccounts(hostPath: string, users: Users): Accounts {
  const stored = openStored<Readonly<Record<string, readonly Account[]>>>(hostPath, schema, () => ({}));
  const listeners = new Set<() => void>();
  const change = (next: typeof stored.value) => {
    stored.replace(next);
    for (const listener of [...listeners]) listener();
  };
  const list = (user: number) => stored.value[user] ?? [];
  const isSame = (a: Account, b: Account) => a.name === b.name && a.type === b.type;
  users.onChange(() => {
    const kept = keepOfUsers(stored.value, users, (user) => user);
    if (kept !== stored.value) change(kept);
  });
  return {
    list,
    add(user, account) {
      const before = list(user);
      if (before.length >= MAX_PER_USER || before.some((one) => isSame(one, account))) return false;
      change({ ...stored.value, [user]: [...before, account] });
      return true;
    },
    remove(user, account) {
      const after = list(user).filter((one) => !isSame(one, account));
      if (after.length === list(user).length) return false;
      change({ ...stored.value, [user]: after });
      return true;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wipe: () => change({}),
  };
}
