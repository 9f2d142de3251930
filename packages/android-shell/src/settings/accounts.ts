import { z } from 'zod';
import { openUserRecords } from './user-records.ts';
import type { Users } from './users.ts';

const accountSchema = z.object({
  name: z.string(),
  /** Android's account type, for example "com.example.mail". */
  type: z.string(),
});
type Account = Readonly<z.infer<typeof accountSchema>>;

const MAX_PER_USER = 50;
const KEY = 'accounts';

/** Accounts of each Android user. Shell may only list them. */
export function createAccounts(hostPath: string, users: Users) {
  const records = openUserRecords(hostPath, z.array(accountSchema), users);
  const list = (user: number): readonly Account[] => records.get(user, KEY) ?? [];
  return {
    list,
    /** False if the account exists or the user has too many. */
    add(user: number, { name, type }: Account) {
      const before = list(user);
      const isKnown = before.some((one) => one.name === name && one.type === type);
      if (before.length >= MAX_PER_USER || isKnown) return false;
      records.set(user, KEY, [...before, { name, type }]);
      return true;
    },
    wipe: records.wipe,
  };
}

export type Accounts = ReturnType<typeof createAccounts>;
