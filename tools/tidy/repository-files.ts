import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const repoDir = resolve(import.meta.dirname, '../..');

/** Every file that is, or would be, committed. */
export const files: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  {
    cwd: repoDir,
    encoding: 'utf8',
    maxBuffer: 20_000_000,
  },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(repoDir, path)));

export const codeFiles = files.filter((path) => /\.(?:ts|tsx|mjs|css|sql)$/.test(path));

export function readText(path: string): string {
  return readFileSync(join(repoDir, path), 'utf8');
}
