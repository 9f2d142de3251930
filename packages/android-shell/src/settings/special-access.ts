import { z } from 'zod';
import { openStored } from '../files/state-file.ts';
import { keepOfUsers, type Users } from './users.ts';

/** State that shell may change and that is no setting: saved networks, default apps and app-ops. */
export interface SpecialAccess {
  networks(): readonly { readonly id: number; readonly ssid: string }[];
  saveNetwork(ssid: string): void;
  forgetNetwork(id: number): boolean;
  /** The app that holds a role, such as `android.app.role.SMS`, for an Android user. */
  roleHolder(user: number, role: string): string | undefined;
  setRoleHolder(user: number, role: string, app: string | undefined): void;
  /** Apps of an Android user whose app-op is `allow`. */
  allowed(user: number, op: string): readonly string[];
  setAllowed(user: number, op: string, app: string, isAllowed: boolean): void;
  /** Apps that may run while the phone sleeps, beside those of the system. */
  idleExempt(): readonly string[];
  setIdleExempt(app: string, isExempt: boolean): void;
  wipe(): void;
}

const MAX_NETWORKS = 100;
const MAX_ALLOWED = 1_000;
const schema = z.object({
  networks: z.array(z.object({ id: z.number(), ssid: z.string() })),
  /** By user and role, with a space between. */
  roles: z.record(z.string(), z.string()),
  /** "user op package". */
  allowed: z.array(z.string()),
  idle: z.array(z.string()).default([]),
});
type State = z.infer<typeof schema>;

const baseline = (): State => ({ networks: [{ id: 0, ssid: 'fleet' }], roles: {}, allowed: [], idle: [] });

/** Networks belong to the whole phone, everything else to an Android user. */
export function createSpecialAccess(hostPath: string, users: Users): SpecialAccess {
  const stored = openStored(hostPath, schema, baseline);
  const change = (part: Partial<State>) => stored.replace({ ...stored.value, ...part });
  const userOf = (key: string) => key.split(' ')[0];
  users.onChange(() => {
    const { allowed } = stored.value;
    const roles = keepOfUsers(stored.value.roles, users, userOf);
    const kept = allowed.filter((key) => users.list().some(({ id }) => String(id) === userOf(key)));
    if (roles !== stored.value.roles || kept.length < allowed.length) change({ roles, allowed: kept });
  });
  return {
    networks: () => stored.value.networks,
    saveNetwork(ssid) {
      const { networks } = stored.value;
      if (networks.some((one) => one.ssid === ssid)) return;
      const id = Math.max(-1, ...networks.map((one) => one.id)) + 1;
      change({ networks: [...networks, { id, ssid }].slice(-MAX_NETWORKS) });
    },
    forgetNetwork(id) {
      const networks = stored.value.networks.filter((one) => one.id !== id);
      const isFound = networks.length < stored.value.networks.length;
      if (isFound) change({ networks });
      return isFound;
    },
    roleHolder: (user, role) => stored.value.roles[`${user} ${role}`],
    setRoleHolder(user, role, app) {
      const { [`${user} ${role}`]: _old, ...rest } = stored.value.roles;
      change({ roles: app === undefined ? rest : { ...rest, [`${user} ${role}`]: app } });
    },
    allowed: (user, op) =>
      stored.value.allowed
        .filter((key) => key.startsWith(`${user} ${op} `))
        .map((key) => key.slice(`${user} ${op} `.length)),
    setAllowed(user, op, app, isAllowed) {
      const key = `${user} ${op} ${app}`;
      const others = stored.value.allowed.filter((one) => one !== key);
      change({ allowed: isAllowed ? [...others, key].slice(-MAX_ALLOWED) : others });
    },
    idleExempt: () => stored.value.idle,
    setIdleExempt(app, isExempt) {
      const others = stored.value.idle.filter((one) => one !== app);
      change({ idle: isExempt ? [...others, app].slice(-MAX_ALLOWED) : others });
    },
    wipe: () => stored.replace(baseline()),
  };
}
