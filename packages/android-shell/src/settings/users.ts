import { z } from 'zod';
import { openStored } from '../files/state-file.ts';

const userSchema = z.object({ id: z.int(), name: z.string(), flags: z.number() });
const schema = z.object({
  users: z.array(userSchema),
  nextId: z.int(),
  current: z.int(),
  running: z.array(z.int()),
});
type AndroidUser = Readonly<z.infer<typeof userSchema>>;
type State = z.infer<typeof schema>;

const FIRST_ID = 10;
// Flags of android.content.pm.UserInfo: admin | primary | initialized | main | full | system.
const OWNER: AndroidUser = { id: 0, name: 'Owner', flags: 0x4c13 };
const FULL_USER_FLAGS = 0x410;
const INITIALIZED_FLAG = 0x10;
export const MAX_USERS = 4;

const baseline = (): State => ({ users: [OWNER], nextId: FIRST_ID, current: 0, running: [0] });

/** Android's users. User 0 is the owner and can't be removed. */
export function createUsers(hostPath: string) {
  const stored = openStored(hostPath, schema, baseline);
  const listeners = new Set<() => void>();
  const change = (part: Partial<State>) => {
    stored.replace({ ...stored.value, ...part });
    for (const listener of listeners) listener();
  };
  const has = (id: number) => stored.value.users.some((user) => user.id === id);
  return {
    list: (): readonly AndroidUser[] => stored.value.users,
    /** The user in front. */
    get current() {
      return stored.value.current;
    },
    /** Undefined if the phone has as many users as Android allows. */
    create(name: string): AndroidUser | undefined {
      const { users, nextId } = stored.value;
      if (users.length >= MAX_USERS) return undefined;
      const user = { id: nextId, name, flags: FULL_USER_FLAGS };
      change({ users: [...users, user], nextId: nextId + 1 });
      return user;
    },
    remove(id: number) {
      if (id === 0 || !has(id)) return false;
      const { users, current, running } = stored.value;
      change({
        users: users.filter((user) => user.id !== id),
        current: current === id ? 0 : current,
        running: running.filter((one) => one !== id),
      });
      return true;
    },
    switchTo(id: number) {
      if (!has(id)) return false;
      const { users, running } = stored.value;
      change({
        users: users.map((user) =>
          user.id === id ? { ...user, flags: user.flags | INITIALIZED_FLAG } : user,
        ),
        current: id,
        running: [...new Set([...running, id])],
      });
      return true;
    },
    /** Starts or stops a user in the background. False for an unknown user, and when the user can't be stopped. */
    setRunning(id: number, running: boolean) {
      if (!has(id) || (!running && (id === 0 || id === stored.value.current))) return false;
      const others = stored.value.running.filter((one) => one !== id);
      change({ running: running ? [...others, id] : others });
      return true;
    },
    isRunning: (id: number) => stored.value.running.includes(id),
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** After a restart the owner is in front, and no other user runs. */
    restart: () => change({ current: 0, running: [0] }),
    wipe: () => change(baseline()),
  };
}

export type Users = ReturnType<typeof createUsers>;
