// Lists everything below a folder of the phone with adb's sync protocol, which preserves any file name.
import type { Adb, AdbSync } from '@yume-chan/adb';
import { LinuxFileType } from '@yume-chan/adb';

const maxEntries = 20_000;
const maxDepth = 64;

export interface FileTree {
  /** Full paths, sorted. Links count as files. */
  readonly folders: string[];
  readonly files: string[];
  /** Folders that can't be read, perhaps the root itself. */
  readonly closed: string[];
}

/** Rejects for a tree that is too large or too deep. */
export async function listTree(adb: Adb, root: string): Promise<FileTree> {
  const tree: FileTree = { folders: [], files: [], closed: [] };
  const sync = await adb.sync();
  try {
    await walk(sync, root, 0, tree);
  } finally {
    await sync.dispose();
  }
  for (const paths of Object.values(tree)) paths.sort();
  return tree;
}

async function walk(sync: AdbSync, folder: string, depth: number, tree: FileTree): Promise<void> {
  if (depth > maxDepth) throw new Error(`${folder} is too deep`);
  const below: string[] = [];
  let isOpen = false;
  for await (const { name, type } of sync.opendir(`${folder}/`)) {
    // adbd lists nothing, not even ".", for a folder that it may not read.
    if (name === '.') isOpen = true;
    if (name === '.' || name === '..') continue;
    const path = `${folder}/${name}`;
    if (type === LinuxFileType.Directory) {
      tree.folders.push(path);
      below.push(path);
    } else tree.files.push(path);
    if (tree.folders.length + tree.files.length > maxEntries) throw new Error(`${folder} has too many files`);
  }
  if (!isOpen) tree.closed.push(folder);
  for (const path of below) await walk(sync, path, depth + 1, tree);
}
