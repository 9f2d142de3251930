import { join } from 'node:path';
import { AID, type VirtualNode, virtualDir, virtualFile } from '../files/node.ts';
import type { StoredPackage } from './package-store.ts';

/** Folders of /data/app. Shell can't list them, but can read an APK by its path. */
export function appFolders(
  installed: Iterable<StoredPackage>,
  hostDir: string,
): ReadonlyMap<string, VirtualNode> {
  const folder = (entries: [string, VirtualNode][]) => {
    const map = new Map(entries);
    return virtualDir(0o771, AID.system, AID.system, () => map);
  };
  const folders = new Map<string, VirtualNode>();
  for (const stored of installed) {
    const [outer = '', inner = ''] = stored.folder.split('/');
    const files = stored.apks.map((apk): [string, VirtualNode] => {
      const hostPath = join(hostDir, stored.name, apk);
      return [apk, virtualFile(0o644, AID.system, { hostPath })];
    });
    folders.set(outer, folder([[inner, folder(files)]]));
  }
  return folders;
}
