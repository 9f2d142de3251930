import { z } from 'zod';
import { openStored } from '../files/state-file.ts';
import type { Users } from '../settings/users.ts';
import type { StoredPackage } from './package-store.ts';
import { isRuntimePermission, pregrantedTo } from './permissions.ts';

/** What may be said of a package for one Android user, apart from whether it is installed there. */
export type PackageMark =
  /** By `pm disable-user`: it is there, and can't be started. */
  | 'disabled'
  /** By `pm suspend`: the same, and its icon says so. */
  | 'suspended'
  /** A package of the maker's that was uninstalled for this user; it stays in the image. */
  | 'removed';

/** What shell changes of packages for each Android user. It survives a restart and goes with the user. */
export interface PackageStates {
  has(mark: PackageMark, user: number, name: string): boolean;
  set(mark: PackageMark, user: number, name: string, isSet: boolean): void;
  /** Runtime permissions that were granted. */
  granted(user: number, name: string): readonly string[];
  setGranted(user: number, name: string, permission: string, isGranted: boolean): void;
  /** All runtime permissions that it asks for, to everybody who has it. */
  grantAll(app: Pick<StoredPackage, 'name' | 'users' | 'permissions'>): void;
  /** Runtime permissions are as on a new phone again when an app's data is cleared. */
  resetGranted(user: number, name: string): void;
  /** The package is gone. */
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
      return [...pregrantedTo(name).filter((one) => !revoked.includes(one)), ...linesOf('granted')];
    },
    setGranted: (user, name, permission, isGranted) =>
      pregrantedTo(name).includes(permission)
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
