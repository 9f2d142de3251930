// A disk of its own, small enough to be filled: a tmpfs, which only root may mount.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const sizeMb = 700;

export type SmallDisk = { readonly path: string; fill(): void; free(): void; unmount(): void };

export function mountSmallDisk(path: string): SmallDisk {
  mkdirSync(path, { recursive: true });
  run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0711`, 'tmpfs', path]);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => {
      const file = openSync(ballast, 'a');
      const block = Buffer.alloc(1_048_576, 1);
      try {
        for (let size = block.length; size >= 512; ) {
          try {
            writeSync(file, block, 0, size);
          } catch {
            size /= 2;
          }
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    // Lazily: whoever still writes a last line must not keep it.
    unmount: () => run('umount', ['-l', path]),
  };
}

function run(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}
