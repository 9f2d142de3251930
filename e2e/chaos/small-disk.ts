// A separate disk that is small enough to be filled: a tmpfs, which only root may mount.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const sizeMb = 700;
/** Another program may take a page between the check and the allocation. */
const nearlyAll = 0.99;

export type SmallDisk = { readonly path: string; fill(): void; free(): void; unmount(): void };

export function mountSmallDisk(path: string): SmallDisk {
  mkdirSync(path, { recursive: true });
  run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0711`, 'tmpfs', path]);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => {
      // The space is reserved, not written, so it takes only a moment. The last part is reserved block by block.
      const { bavail, bsize } = statfsSync(path);
      run('fallocate', ['-l', String(Math.floor(bavail * nearlyAll) * bsize), ballast]);
      const file = openSync(join(path, 'ballast-rest'), 'a');
      try {
        for (;;) writeSync(file, Buffer.alloc(bsize, 1));
      } catch {
        closeSync(file);
      }
    },
    free: () => {
      for (const name of ['ballast', 'ballast-rest']) rmSync(join(path, name), { force: true });
    },
    // Lazily, because a program may still be writing its last line.
    unmount: () => run('umount', ['-l', path]),
  };
}

function run(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}
