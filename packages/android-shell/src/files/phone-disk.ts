import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Users } from '../settings/users.ts';
import { androidTree, type TreeParts } from './android-tree.ts';
import { FileSystem } from './file-system.ts';
import type { Mount, VirtualNode } from './node.ts';
import { PhoneModes } from './phone-modes.ts';
import shellFolders from './shell-folders.json' with { type: 'json' };
import { Storage } from './storage.ts';

export interface DiskDeps extends Pick<TreeParts, 'properties' | 'uptimeMs' | 'bootId' | 'commandNames'> {
  readonly stateDir: string;
  readonly users: Users;
  readonly packages: { appFolders(): ReadonlyMap<string, VirtualNode> };
}

// Folders in the shared storage of a new phone.
const SHARED_FOLDERS = (
  'Alarms Android/data Android/media Android/obb Audiobooks DCIM Documents Download Movies Music ' +
  'Notifications Pictures Podcasts Recordings Ringtones'
).split(' ');

/** The phone's file system, stored in its state folder, with a shared storage for each user. */
export function createPhoneDisk(deps: DiskDeps) {
  const sharedDir = join(deps.stateDir, 'shared');
  const modes = new PhoneModes(join(deps.stateDir, 'modes.json'));
  // Folders outside of the shared storage that shell may write without root: AOSP's init.rc creates them, and sepolicy's
  // shell.te allows shell to use them. The last ones are the data of the package com.android.shell.
  const shellMounts = new Map(
    shellFolders.flatMap(({ name, paths, uid, ...folder }) => {
      const hostDir = join(deps.stateDir, name);
      const mode = Number.parseInt(folder.mode, 8);
      const mount: Mount = { kind: 'mount', hostDir, flavour: 'plain', mode, uid, modes };
      return paths.map((path): [string, Mount] => [path, mount]);
    }),
  );
  const shellDirs = shellFolders.map(({ name }) => join(deps.stateDir, name));
  const makeShellFolders = () => {
    for (const { name, folders } of shellFolders)
      for (const folder of ['', ...folders])
        mkdirSync(join(deps.stateDir, name, folder), { recursive: true });
  };
  let mounts = new Map<number, Mount>();
  const storage = new Storage([sharedDir, ...shellDirs, join(deps.stateDir, 'packages')], deps.uptimeMs);

  const mountUsers = () => {
    const ids = deps.users.list().map((user) => user.id);
    for (const [id, mount] of mounts)
      if (!ids.includes(id)) rmSync(mount.hostDir, { recursive: true, force: true });
    const next = new Map<number, Mount>();
    for (const id of ids) {
      const hostDir = join(sharedDir, String(id));
      // Android creates these folders at each start.
      for (const folder of SHARED_FOLDERS) mkdirSync(join(hostDir, folder), { recursive: true });
      next.set(id, mounts.get(id) ?? { kind: 'mount', hostDir, flavour: 'emulated' });
    }
    mounts = next;
  };

  makeShellFolders();
  mountUsers();
  deps.users.onChange(mountUsers);

  const apps = () => deps.packages.appFolders();
  const root = androidTree({ ...deps, apps, userMounts: () => mounts, shellMounts });
  return {
    files: new FileSystem(root, storage),
    /** Android's init creates shell's folders at each start. */
    makeShellFolders,
    wipe() {
      rmSync(sharedDir, { recursive: true, force: true });
      for (const dir of shellDirs) rmSync(dir, { recursive: true, force: true });
      modes.wipe();
      makeShellFolders();
      mountUsers();
    },
  };
}
