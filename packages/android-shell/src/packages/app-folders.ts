import { join } from 'node:path';
import type { VirtualNode } from '../files/node.ts';
import type { StoredPackage } from './package-store.ts';

/** Folders of /data/app. Shell can't list them, but can read an APK by its path. */
export function appFolders(
  installed: Iterable<StoredPackage>,
  hostDir: string,
): ReadonlyMap<string, VirtualNode> {
  const folders = new Map<string, VirtualNode>();
  for (const stored of installed) {
    const [outer = '', inner = ''] = stored.folder.split('/');
    const files = new Map<string, VirtualNode>(
      stored.apks.map((apk) => [apk, file(join(hostDir, stored.name, apk))]),
    );
    folders.set(outer, folder(new Map([[inner, folder(files)]])));
  }
  return folders;
}

function folder(entries: ReadonlyMap<string, VirtualNode>): VirtualNode {
  return { kind: 'dir', mode: 0o771, uid: 1000, gid: 1000, refusal: 'EACCES', entries: () => entries };
}

function file(hostPath: string): VirtualNode {
  return { kind: 'file', mode: 0o644, uid: 1000, gid: 1000, content: { hostPath } };
}
