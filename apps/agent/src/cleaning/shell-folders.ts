// Where adb's shell may write, or remove what Android's tools write for it, outside of the shared storage: init.rc and
// sepolicy's shell.te of AOSP 10 to 16. All are emptied, and nothing may be left in them. A tenant may have changed the
// mode of a folder that belongs to shell; then it lists nothing, so it gets its mode back before it is emptied.
import type { Adb } from '@yume-chan/adb';
import { serverPath } from '../scrcpy/server-process.ts';
import { listTree } from './file-tree.ts';

/** adb's own, and the only one that each phone has. */
const ownFolder = '/data/local/tmp';
const ownState = '771 2000:2000';
const shellUid = 2000;

/** Data of com.android.shell, which has shell's user id. Android makes these folders in it again by itself. */
const dataFolders = ['cache', 'code_cache', 'files', 'files/bugreports'];

/** By path, the folders that may be in it. */
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

/** `stat` of each, so that those that are not there can be told from those that can't be read. */
export const shellFoldersQuestion: string = `stat -c '%a %u:%g %n' ${allFolders.join(' ')} 2>/dev/null`;

/** Names of any kind, hidden ones too; the shell never has to spell them. */
export function emptyFolderCommand(folder: string): string {
  return `rm -rf ${folder}/* ${folder}/.[!.]* ${folder}/..?*`;
}

export function emptyShellFoldersCommands(): string[] {
  return [
    // What shell doesn't own it can't change, and doesn't have to.
    `chmod -R u+rwX ${allFolders.join(' ')} 2>/dev/null`,
    `chmod 0771 ${ownFolder}`,
    ...allFolders.map(emptyFolderCommand),
  ];
}

/** Whatever is wrong with them. `states` is the answer to the question above. */
export async function findInShellFolders(adb: Adb, states: string): Promise<string[]> {
  const found: string[] = [];
  const isThere = readStates(states);
  if (isThere.get(ownFolder) !== ownState)
    found.push(`${ownFolder} (${isThere.get(ownFolder) ?? 'missing'} instead of ${ownState})`);
  for (const folder of allFolders) {
    const state = isThere.get(folder);
    if (state === undefined) continue;
    const { folders, files, closed } = await listTree(adb, folder);
    const kept = (others[folder] ?? []).map((name) => `${folder}/${name}`);
    // Our own server is written anew at each connection, whatever stood there.
    found.push(...[...folders, ...files].filter((path) => !kept.includes(path) && path !== serverPath));
    // Some are closed to shell on older Androids; those are nobody's to hide things in.
    const isShells = state.includes(` ${shellUid}:`);
    found.push(...closed.filter((path) => isShells || path !== folder).map(cannotBeLookedAt));
    if (folder === ownFolder && !files.includes(serverPath)) found.push(cannotBeLookedAt(serverPath));
  }
  return found;
}

export function cannotBeLookedAt(path: string): string {
  return `${path} can’t be looked at`;
}

function readStates(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/^([0-7]+ \d+:\d+) (\/.+)$/gm)].map(([, state = '', path = '']) => [path, state]),
  );
}
