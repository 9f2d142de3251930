import { readState, writeState } from '../files/state-file.ts';
import type { Users } from './users.ts';

export interface WifiNetwork {
  readonly id: number;
  readonly ssid: string;
}

/** What Android keeps outside of its settings, and shell may change: saved networks, default apps, app-ops. */
export interface SpecialAccess {
  networks(): readonly WifiNetwork[];
  saveNetwork(ssid: string): void;
  forgetNetwork(id: number): boolean;
  /** The app that has a role, such as `android.app.role.SMS`, for an Android user. */
  roleHolder(user: number, role: string): string | undefined;
  setRoleHolder(user: number, role: string, app: string | undefined): void;
  /** Apps of an Android user whose app-op was set to `allow`. */
  allowed(user: number, op: string): readonly string[];
  setAllowed(user: number, op: string, app: string, isAllowed: boolean): void;
  wipe(): void;
}

interface State {
  readonly networks: readonly WifiNetwork[];
  /** By "user role". */
  readonly roles: Readonly<Record<string, string>>;
  /** "user op package". */
  readonly allowed: readonly string[];
}

/** What belongs to an Android user goes with the user; networks are the whole phone's. */
export function createSpecialAccess(hostPath: string, users: Users): SpecialAccess {
  let state = readState(hostPath, checkState) ?? baseline();
  const change = (next: State) => {
    state = next;
    writeState(hostPath, state);
  };
  users.onChange(() => {
    const ids = new Set(users.list().map(({ id }) => String(id)));
    const isKept = (key: string) => ids.has(key.split(' ')[0] ?? '');
    const roles = Object.fromEntries(Object.entries(state.roles).filter(([key]) => isKept(key)));
    const allowed = state.allowed.filter(isKept);
    const isSame =
      allowed.length === state.allowed.length &&
      Object.keys(roles).length === Object.keys(state.roles).length;
    if (!isSame) change({ ...state, roles, allowed });
  });
  return {
    networks: () => state.networks,
    saveNetwork(ssid) {
      if (state.networks.some((one) => one.ssid === ssid)) return;
      const id = Math.max(-1, ...state.networks.map((one) => one.id)) + 1;
      change({ ...state, networks: [...state.networks, { id, ssid }].slice(-100) });
    },
    forgetNetwork(id) {
      const networks = state.networks.filter((one) => one.id !== id);
      if (networks.length === state.networks.length) return false;
      change({ ...state, networks });
      return true;
    },
    roleHolder: (user, role) => state.roles[`${user} ${role}`],
    setRoleHolder(user, role, app) {
      const { [`${user} ${role}`]: _old, ...rest } = state.roles;
      change({ ...state, roles: app === undefined ? rest : { ...rest, [`${user} ${role}`]: app } });
    },
    allowed: (user, op) =>
      state.allowed
        .filter((one) => one.startsWith(`${user} ${op} `))
        .map((one) => one.slice(`${user} ${op} `.length)),
    setAllowed(user, op, app, isAllowed) {
      const key = `${user} ${op} ${app}`;
      const others = state.allowed.filter((one) => one !== key);
      change({ ...state, allowed: isAllowed ? [...others, key].slice(-1_000) : others });
    },
    wipe: () => change(baseline()),
  };
}

function baseline(): State {
  return { networks: [{ id: 0, ssid: 'fleet' }], roles: {}, allowed: [] };
}

function checkState(value: unknown): State | undefined {
  const state = value as Partial<State> | null;
  const isWhole =
    typeof state === 'object' &&
    state !== null &&
    Array.isArray(state.networks) &&
    state.networks.every((one) => typeof one?.id === 'number' && typeof one?.ssid === 'string') &&
    typeof state.roles === 'object' &&
    state.roles !== null &&
    Array.isArray(state.allowed) &&
    state.allowed.every((one) => typeof one === 'string');
  return isWhole ? (state as State) : undefined;
}
