import { z } from 'zod';
import { openStored } from '../files/state-file.ts';
import type { Users } from '../settings/users.ts';
import type { StoredPackage } from './package-store.ts';
import { initialPermissions, isRuntimePermission } from './permissions.ts';

/** States of a package for one Android user. */
type PackageMark =
  /** By `pm disable-user`: the package is installed but can't be started. */
  | 'disabled'
  /** By `pm suspend`: the package can't be started, and its icon is greyed out. */
  | 'suspended'
  /** A system package that was uninstalled for this user; it stays in the system image. */
  | 'removed';

/** Shell's changes to packages, for each Android user. They survive a restart and are removed with the user. */
export interface PackageStates {
  has(mark: PackageMark, user: number, name: string): boolean;
  set(mark: PackageMark, user: number, name: string, isSet: boolean): void;
  /** The granted runtime permissions. */
  granted(user: number, name: string): readonly string[];
  setGranted(user: number, name: string, permission: string, isGranted: boolean): void;
  /** Grants all requested runtime permissions, for all users of the package. */
  grantAll(app: Pick<StoredPackage, 'name' | 'users' | 'permissions'>): void;
  /** Resets the runtime permissions to those of a new phone, as clearing an app's data does. */
  resetGranted(user: number, name: string): void;
  /** Forgets a removed package. */
  forget(name: string): void;
  wipe(): void;
}

/**
 * Each line is "mark user package", "granted user package permission", or "revoked user package permission" for a
 * permission that a new phone has granted.
 */
const MAX_LINES = 5_000;

export function createPackageStates(hostPath: string, users: Users): PackageStates {
  const stored = openStored<readonly string[]>(hostPath, z.array(z.string()), () => []);
  const change = (next: readonly string[]) => {
    if (next.length === stored.value.length && next.every((line, at) => line === stored.value[at])) return;
    stored.replace(next.slice(-MAX_LINES));
  };
  const put = (line: string, isSet: boolean) => {
    if (isSet === stored.value.includes(line)) return;
    change(isSet ? [...stored.value, line] : stored.value.filter((one) => one !== line));
  };
  users.onChange(() => {
    const ids = new Set(users.list().map(({ id }) => String(id)));
    change(stored.value.filter((line) => ids.has(line.split(' ')[1] ?? '')));
  });
  return {
    has: (mark, user, name) => stored.value.includes(`${mark} ${user} ${name}`),
    set: (mark, user, name, isSet) => put(`${mark} ${user} ${name}`, isSet),
    granted(user, name) {
      const linesOf = (word: string) => {
        const start = `${word} ${user} ${name} `;
        return stored.value.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
      };
      const revoked = linesOf('revoked');
      return [...initialPermissions(name).filter((one) => !revoked.includes(one)), ...linesOf('granted')];
    },
    setGranted: (user, name, permission, isGranted) =>
      initialPermissions(name).includes(permission)
        ? put(`revoked ${user} ${name} ${permission}`, !isGranted)
        : put(`granted ${user} ${name} ${permission}`, isGranted),
    grantAll({ name, users: owners, permissions }) {
      const lines = owners.flatMap((user) =>
        permissions.filter(isRuntimePermission).map((one) => `granted ${user} ${name} ${one}`),
      );
      change([...new Set([...stored.value, ...lines])]);
    },
    resetGranted: (user, name) =>
      change(
        stored.value.filter(
          (line) => !/^(?:granted|revoked) /.test(line) || !line.includes(` ${user} ${name} `),
        ),
      ),
    forget: (name) => change(stored.value.filter((line) => line.split(' ')[2] !== name)),
    wipe: () => change([]),
  };
}
