import { z } from 'zod';
import { openStored } from '../files/state-file.ts';
import { openUserRecords, withItem } from './user-records.ts';
import type { Users } from './users.ts';

const MAX_NETWORKS = 100;
const schema = z.object({
  networks: z.array(z.object({ id: z.number(), ssid: z.string() })),
  idle: z.array(z.string()).default([]),
});
type State = z.infer<typeof schema>;

const baseline = (): State => ({ networks: [{ id: 0, ssid: 'fleet' }], idle: [] });

/**
 * State that shell may change and that is no setting. Saved networks and exemptions belong to the whole phone, default
 * apps and app-ops to an Android user.
 */
export function createSpecialAccess(hostPath: string, userHostPath: string, users: Users) {
  const stored = openStored(hostPath, schema, baseline);
  /** Apps by the role or the app-op that they have. */
  const apps = openUserRecords(userHostPath, z.array(z.string()), users);
  const change = (part: Partial<State>) => stored.replace({ ...stored.value, ...part });
  return {
    networks: (): State['networks'] => stored.value.networks,
    saveNetwork(ssid: string) {
      const { networks } = stored.value;
      if (networks.some((one) => one.ssid === ssid)) return;
      const id = Math.max(-1, ...networks.map((one) => one.id)) + 1;
      change({ networks: [...networks, { id, ssid }].slice(-MAX_NETWORKS) });
    },
    forgetNetwork(id: number) {
      const networks = stored.value.networks.filter((one) => one.id !== id);
      const isFound = networks.length < stored.value.networks.length;
      if (isFound) change({ networks });
      return isFound;
    },
    /** The app that holds a role, such as `android.app.role.SMS`, for an Android user. */
    roleHolder: (user: number, role: string) => apps.get(user, role)?.[0],
    setRoleHolder: (user: number, role: string, app: string | undefined) =>
      apps.set(user, role, app === undefined ? undefined : [app]),
    /** Apps of an Android user whose app-op is `allow`. */
    allowed: (user: number, op: string): readonly string[] => apps.get(user, op) ?? [],
    setAllowed: (user: number, op: string, app: string, isAllowed: boolean) =>
      apps.set(user, op, withItem(apps.get(user, op) ?? [], app, isAllowed)),
    /** Apps that may run while the phone sleeps, beside those of the system. */
    idleExempt: (): readonly string[] => stored.value.idle,
    setIdleExempt: (app: string, isExempt: boolean) =>
      change({ idle: withItem(stored.value.idle, app, isExempt) }),
    wipe() {
      stored.replace(baseline());
      apps.wipe();
    },
  };
}

export type SpecialAccess = ReturnType<typeof createSpecialAccess>;
