import { posix } from 'node:path';
import type { PhoneFiles } from '@pocketfleet/phone-parts';
import type { FileSystem } from './file-system.ts';

/** The phone's files as apps of one Android user see them: /sdcard is that user's shared storage. */
export function appFiles(files: FileSystem, user: number): PhoneFiles {
  const storage = `/storage/emulated/${user}`;
  const inside = (path: string) => path.replace(/^\/sdcard(?=\/|$)/, storage);
  return {
    readFile: (path) => files.readFile(inside(path)),
    async writeFile(path, data) {
      await files.mkdirs(posix.dirname(inside(path)));
      await files.writeFile(inside(path), data);
    },
    list: async (path) =>
      files.list(inside(path)).map(({ name, size, kind, mtimeMs }) => ({
        name,
        size,
        directory: kind === 'dir',
        modifiedAtMs: mtimeMs,
      })),
    onChange: (listener) =>
      files.onChange((path) => {
        if (path === storage || path.startsWith(`${storage}/`))
          listener(`/sdcard${path.slice(storage.length)}`);
      }),
  };
}
