// Folders outside the shared storage in which adb's shell, or Android's tools on its behalf, may write (init.rc and
// sepolicy's shell.te of AOSP 10 to 16). All are emptied, and then checked. A tenant may have changed the mode of a
// folder that shell owns so that it can't be listed, so the mode is restored first.
import type { Adb } from '@yume-chan/adb';
import { serverPath } from '../scrcpy/server-process.ts';
import { listTree } from './file-tree.ts';

/** adb's own folder. No other folder of the shell exists on every phone. */
const ownFolder = '/data/local/tmp';
const ownModeAndOwner = '771 2000:2000';
const shellUid = 2000;

/** In the data of com.android.shell, which has shell's user id. Android creates these folders again by itself. */
const dataFolders = ['cache', 'code_cache', 'files', 'files/bugreports'];

/** The other folders by path, each with the subfolders that may stay. */
const others: Readonly<Record<string, readonly string[]>> = {
  '/data/local/tests': ['product', 'system', 'unrestricted', 'vendor'],
  '/data/local/traces': [],
  '/data/bootchart': [],
  '/data/misc/perfetto-configs': [],
  '/data/misc/perfetto-traces': ['bugreport'],
  '/data/data/com.android.shell': dataFolders,
  '/data/user_de/0/com.android.shell': dataFolders,
};
const allFolders = [ownFolder, ...Object.keys(others)];

/** `stat` of each folder: it tells a missing folder from an unreadable one. */
export const statShellFoldersCommand: string = `stat -c '%a %u:%g %n' ${allFolders.join(' ')} 2>/dev/null`;

/** Removes hidden files too. Globs are used, so that no file name has to be quoted. */
export function emptyFolderCommand(folder: string): string {
  return `rm -rf ${folder}/* ${folder}/.[!.]* ${folder}/..?*`;
}

export function emptyShellFoldersCommands(): string[] {
  return [
    // Fails for files that shell doesn't own, which is harmless.
    `chmod -R u+rwX ${allFolders.join(' ')} 2>/dev/null`,
    `chmod 0771 ${ownFolder}`,
    ...allFolders.map(emptyFolderCommand),
  ];
}

/** Returns the problems of all folders. `states` is the output of `statShellFoldersCommand`. */
export async function findShellFolderProblems(adb: Adb, states: string): Promise<string[]> {
  const found: string[] = [];
  const stateOf = parseStates(states);
  if (stateOf.get(ownFolder) !== ownModeAndOwner)
    found.push(`${ownFolder} (${stateOf.get(ownFolder) ?? 'missing'} instead of ${ownModeAndOwner})`);
  for (const folder of allFolders) {
    const state = stateOf.get(folder);
    if (state === undefined) continue;
    const { folders, files, closed } = await listTree(adb, folder);
    const kept = (others[folder] ?? []).map((name) => `${folder}/${name}`);
    // scrcpy's server is checked by its hash at each connection.
    found.push(...[...folders, ...files].filter((path) => !kept.includes(path) && path !== serverPath));
    // On older versions of Android, shell can't read some of these folders, so no tenant can hide files there.
    const isOwnedByShell = state.includes(` ${shellUid}:`);
    found.push(...closed.filter((path) => isOwnedByShell || path !== folder).map(describeUnreadable));
    if (folder === ownFolder && !files.includes(serverPath)) found.push(describeUnreadable(serverPath));
  }
  return found;
}

export function describeUnreadable(path: string): string {
  return `${path} can’t be read`;
}

function parseStates(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/^([0-7]+ \d+:\d+) (\/.+)$/gm)].map(([, state = '', path = '']) => [path, state]),
  );
}
