import { z } from 'zod';
import { openUserRecords, withItem } from '../settings/user-records.ts';
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
export function createPackageStates(hostPath: string, users: Users) {
  /** By package: its marks, "granted PERMISSION", and "revoked PERMISSION" where a new phone grants that permission. */
  const records = openUserRecords(hostPath, z.array(z.string()), users);
  const linesOf = (user: number, name: string) => records.get(user, name) ?? [];
  const put = (user: number, name: string, line: string, isSet: boolean) => {
    const lines = linesOf(user, name);
    if (isSet !== lines.includes(line)) records.set(user, name, withItem(lines, line, isSet));
  };
  const permissionsOf = (user: number, name: string, word: string) =>
    linesOf(user, name).flatMap((line) => (line.startsWith(word) ? [line.slice(word.length + 1)] : []));
  const setGranted = (user: number, name: string, permission: string, isGranted: boolean) =>
    initialPermissions(name).includes(permission)
      ? put(user, name, `revoked ${permission}`, !isGranted)
      : put(user, name, `granted ${permission}`, isGranted);
  return {
    has: (mark: PackageMark, user: number, name: string) => linesOf(user, name).includes(mark),
    set: (mark: PackageMark, user: number, name: string, isSet: boolean) => put(user, name, mark, isSet),
    /** The granted runtime permissions. */
    granted(user: number, name: string): readonly string[] {
      const revoked = permissionsOf(user, name, 'revoked');
      const initial = initialPermissions(name).filter((one) => !revoked.includes(one));
      return [...initial, ...permissionsOf(user, name, 'granted')];
    },
    setGranted,
    /** Grants all requested runtime permissions, for all users of the package. */
    grantAll({ name, users: owners, permissions }: Pick<StoredPackage, 'name' | 'users' | 'permissions'>) {
      for (const user of owners)
        for (const one of permissions.filter(isRuntimePermission)) setGranted(user, name, one, true);
    },
    /** Resets the runtime permissions to those of a new phone, as clearing an app's data does. */
    resetGranted: (user: number, name: string) =>
      records.set(
        user,
        name,
        linesOf(user, name).filter((line) => !line.includes(' ')),
      ),
    /** Forgets a removed package. */
    forget(name: string) {
      for (const { id } of users.list()) records.set(id, name, undefined);
    },
    wipe: records.wipe,
  };
}

export type PackageStates = ReturnType<typeof createPackageStates>;
