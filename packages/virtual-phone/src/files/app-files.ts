import { posix } from 'node:path';
import type { PhoneFiles } from '../phone-parts.ts';
import type { FileSystem } from './file-system.ts';

/** The phone's files for its apps. Change notices carry the path below /sdcard, as apps name it. */
export function appFiles(files: FileSystem): PhoneFiles {
  return {
    readFile: (path) => files.readFile(path),
    async writeFile(path, data) {
      await files.mkdirs(posix.dirname(path));
      await files.writeFile(path, data);
    },
    list: async (path) =>
      files.list(path).map(({ name, size, kind, mtimeMs }) => ({
        name,
        size,
        directory: kind === 'dir',
        modifiedAtMs: mtimeMs,
      })),
    remove: (path) => files.removeAll(path),
    onChange: (listener) =>
      files.onChange((path) => listener(path.replace(/^\/storage\/emulated\/0(?=\/|$)/, '/sdcard'))),
  };
}
