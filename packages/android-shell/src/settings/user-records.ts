import { z } from 'zod';
import { openStored } from '../files/state-file.ts';
import type { Users } from './users.ts';

/** More values than any phone has; the oldest ones are removed first. */
const MAX_VALUES = 5_000;
const MAX_ITEMS = 1_000;

/** Values by Android user and key, in a JSON file. They are removed with the user. */
export function openUserRecords<T>(hostPath: string, value: z.ZodType<T>, users: Users) {
  /** By user and key, with a space between. */
  const stored = openStored<Readonly<Record<string, T>>>(hostPath, z.record(z.string(), value), () => ({}));
  users.onChange(() => {
    const ids = new Set(users.list().map(({ id }) => String(id)));
    const entries = Object.entries(stored.value);
    const kept = entries.filter(([key]) => ids.has(key.split(' ')[0] ?? ''));
    if (kept.length < entries.length) stored.replace(Object.fromEntries(kept));
  });
  return {
    get: (user: number, key: string): T | undefined => stored.value[`${user} ${key}`],
    /** Undefined removes the value. */
    set(user: number, key: string, next: T | undefined) {
      const { [`${user} ${key}`]: before, ...others } = stored.value;
      if (before === next) return;
      const entries = Object.entries(others).slice(1 - MAX_VALUES);
      stored.replace(
        Object.fromEntries(next === undefined ? entries : [...entries, [`${user} ${key}`, next]]),
      );
    },
    wipe: () => stored.replace({}),
  };
}

/** The list with an item at its end, or without it. */
export function withItem(list: readonly string[], item: string, isThere: boolean): string[] {
  const others = list.filter((one) => one !== item);
  return isThere ? [...others, item].slice(-MAX_ITEMS) : others;
}
