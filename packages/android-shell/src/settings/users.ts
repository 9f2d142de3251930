import { readState, writeState } from '../files/state-file.ts';

export interface AndroidUser {
  readonly id: number;
  readonly name: string;
  readonly flags: number;
}

/** Android's users. 0 is the owner and can't be removed. */
export interface Users {
  list(): readonly AndroidUser[];
  readonly current: number;
  /** Undefined when there are as many as Android allows. */
  create(name: string): AndroidUser | undefined;
  remove(id: number): boolean;
  switchTo(id: number): boolean;
  /** Starts or stops a user behind the one in front. False when there is no such user, or it can't be stopped. */
  setRunning(id: number, running: boolean): boolean;
  isRunning(id: number): boolean;
  onChange(listener: () => void): () => void;
  wipe(): void;
}

const FIRST_ID = 10;
// Flags of android.content.pm.UserInfo: admin | primary | initialized | main | full | system.
const OWNER: AndroidUser = { id: 0, name: 'Owner', flags: 0x4c13 };
const FULL_USER_FLAGS = 0x410;
export const MAX_USERS = 4;

interface State {
  users: AndroidUser[];
  nextId: number;
  current: number;
  running: number[];
}

export function createUsers(hostPath: string): Users {
  let state = readState(hostPath, checkState) ?? baseline();
  const listeners = new Set<() => void>();
  const change = (next: State) => {
    state = next;
    writeState(hostPath, state);
    for (const listener of listeners) listener();
  };
  return {
    list: () => state.users,
    get current() {
      return state.current;
    },
    create(name) {
      if (state.users.length >= MAX_USERS) return undefined;
      const user = { id: state.nextId, name, flags: FULL_USER_FLAGS };
      change({ ...state, users: [...state.users, user], nextId: state.nextId + 1 });
      return user;
    },
    remove(id) {
      if (id === 0 || !state.users.some((user) => user.id === id)) return false;
      const users = state.users.filter((user) => user.id !== id);
      const current = state.current === id ? 0 : state.current;
      change({ ...state, users, current, running: state.running.filter((one) => one !== id) });
      return true;
    },
    switchTo(id) {
      if (!state.users.some((user) => user.id === id)) return false;
      const users = state.users.map((user) =>
        user.id === id ? { ...user, flags: user.flags | 0x10 } : user,
      );
      change({ ...state, users, current: id, running: [...new Set([...state.running, id])] });
      return true;
    },
    setRunning(id, running) {
      if (!state.users.some((user) => user.id === id)) return false;
      if (!running && (id === 0 || id === state.current)) return false;
      const others = state.running.filter((one) => one !== id);
      change({ ...state, running: running ? [...others, id] : others });
      return true;
    },
    isRunning: (id) => state.running.includes(id),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wipe: () => change(baseline()),
  };
}

function baseline(): State {
  return { users: [OWNER], nextId: FIRST_ID, current: 0, running: [0] };
}

function checkState(value: unknown): State | undefined {
  const state = value as Partial<State> | null;
  const whole =
    typeof state === 'object' &&
    state !== null &&
    Array.isArray(state.users) &&
    Array.isArray(state.running) &&
    Number.isInteger(state.nextId) &&
    Number.isInteger(state.current) &&
    state.users.every((user) => Number.isInteger(user?.id) && typeof user?.name === 'string');
  return whole ? (state as State) : undefined;
}
