import { z } from 'zod';
import { openStored } from '../files/state-file.ts';
import { keepOfUsers, type Users } from './users.ts';

interface Account {
  readonly name: string;
  /** Android's account type, for example "com.example.mail". */
  readonly type: string;
}

/** Accounts of each Android user. Shell may only list them. */
export interface Accounts {
  list(user: number): readonly Account[];
  /** False if the account exists or the user has too many. */
  add(user: number, account: Account): boolean;
  wipe(): void;
}

const MAX_PER_USER = 50;
const schema = z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() })));

export function createAccounts(hostPath: string, users: Users): Accounts {
  const stored = openStored<Readonly<Record<string, readonly Account[]>>>(hostPath, schema, () => ({}));
  const list = (user: number) => stored.value[user] ?? [];
  const isSame = (a: Account, b: Account) => a.name === b.name && a.type === b.type;
  users.onChange(() => {
    const kept = keepOfUsers(stored.value, users, (user) => user);
    if (kept !== stored.value) stored.replace(kept);
  });
  return {
    list,
    add(user, account) {
      const before = list(user);
      if (before.length >= MAX_PER_USER || before.some((one) => isSame(one, account))) return false;
      stored.replace({ ...stored.value, [user]: [...before, account] });
      return true;
    },
    wipe: () => stored.replace({}),
  };
}
