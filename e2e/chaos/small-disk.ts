// A disk of its own, small enough to be filled: a tmpfs, which only root may mount.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const sizeMb = 700;
/** Somebody else takes a page between looking and taking. */
const nearlyAll = 0.99;

export type SmallDisk = { readonly path: string; fill(): void; free(): void; unmount(): void };

export function mountSmallDisk(path: string): SmallDisk {
  mkdirSync(path, { recursive: true });
  run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0711`, 'tmpfs', path]);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => {
      // Reserved, not written: in an instant, while everything goes on. The last pieces go one block at a time.
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
    // Lazily: whoever still writes a last line must not keep it.
    unmount: () => run('umount', ['-l', path]),
  };
}

function run(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}
