// Builds the customer site and the operators' console when their sources have changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../bootstrap/refusal.mjs';
import { RunFailed, runToEnd } from './run-to-end.ts';

export type SiteName = 'web' | 'console';

const shared = ['packages/client', 'packages/contract', 'packages/rules', 'packages/ui', 'package-lock.json'];
/** The site serves what customers install. */
const programs = [
  'tools/pack',
  'packages/cli',
  'packages/command-line',
  'packages/adb-bridge',
  'packages/adb-device',
  'packages/component',
];
const sources: Record<SiteName, string[]> = {
  web: ['apps/web', 'packages/stream-player', 'packages/stream-protocol', ...programs, ...shared],
  console: ['apps/console', 'packages/client-team', ...shared],
};
const titles: Record<SiteName, string> = { web: 'The site', console: 'The console' };
const stampName = '.sources';

/** Returns the folder of the built site and whether it was built now. */
export async function ensureSite(repoDir: string, name: SiteName): Promise<{ dist: string; isNew: boolean }> {
  const dist = join(repoDir, 'apps', name, 'dist');
  const stamp = join(dist, stampName);
  const wanted = hashSources(repoDir, sources[name]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return { dist, isNew: false };
  rmSync(stamp, { force: true });
  try {
    await runToEnd('npm', ['run', 'build', `--workspace=@pocketfleet/${name}`, '--loglevel=error'], {
      cwd: repoDir,
      // A minute of work, which a busy machine stretches.
      timeoutMs: 600_000,
      env: { ...process.env, NODE_ENV: 'production' },
    });
  } catch (cause) {
    const output = cause instanceof RunFailed ? cause.output : '';
    const line = output.split('\n').find((text) => /error/i.test(text)) ?? 'no reason given';
    throw new Refusal(
      `${titles[name]} could not be built: ${line.trim()}. For the whole output, run: npm run build -w @pocketfleet/${name}`,
      { cause },
    );
  }
  writeFileSync(stamp, wanted);
  return { dist, isNew: true };
}

function hashSources(repoDir: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of paths) addToHash(hash, join(repoDir, source));
  return hash.digest('hex');
}

function addToHash(hash: ReturnType<typeof createHash>, path: string): void {
  if (path.endsWith('package-lock.json')) {
    hash.update(readFileSync(path));
    return;
  }
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const isSource = !['node_modules', 'dist'].includes(entry.name) && !/\.test\.tsx?$/.test(entry.name);
    if (!isSource) continue;
    const child = join(path, entry.name);
    if (entry.isDirectory()) addToHash(hash, child);
    else if (entry.isFile())
      hash.update(child.slice(path.length)).update('\0').update(readFileSync(child)).update('\0');
  }
}
