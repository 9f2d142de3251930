import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ensurePackages } from './packages.mjs';

const packagesUrl = new URL('./packages.mjs', import.meta.url).href;
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pocketfleet-packages-'));
  vi.stubEnv('npm_config_cache', join(dir, 'empty-npm-cache'));
  // Nothing listens here, so each request to the registry fails.
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

it('repeats an installation that was interrupted', async () => {
  writeRepository({});
  mkdirSync(join(dir, 'node_modules/half-a-package'), { recursive: true });
  await ensurePackages(dir);
  expect(readdirSync(join(dir, 'node_modules'))).toContain('inner');
  expect(existsSync(join(dir, 'node_modules/half-a-package'))).toBe(false);
});

it('does not repeat a finished installation', async () => {
  writeRepository({});
  await ensurePackages(dir);
  mkdirSync(join(dir, 'node_modules/mark'));
  await ensurePackages(dir);
  expect(existsSync(join(dir, 'node_modules/mark'))).toBe(true);
});

it('reports an unreachable registry in one line, and leaves no stamp', async () => {
  writeRepository({ 'is-odd': '3.0.1' });
  await expect(ensurePackages(dir)).rejects.toThrow(
    /^The package registry can not be reached, .*run the same/,
  );
  expect(existsSync(join(dir, 'node_modules/.pocketfleet-installed'))).toBe(false);
  expect(existsSync(join(dir, '.cache/installing'))).toBe(false);
});

it('waits for the npm of a killed start before it runs its own', async () => {
  writeRepository({});
  const diary = join(dir, 'diary');
  writeNpm(`
    const { appendFileSync, mkdirSync } = require('node:fs');
    appendFileSync(${JSON.stringify(diary)}, 'begin ');
    setTimeout(() => { mkdirSync('node_modules', { recursive: true }); appendFileSync(${JSON.stringify(diary)}, 'end '); }, 1500);`);
  const launcher = `import { ensurePackages } from ${JSON.stringify(packagesUrl)}; await ensurePackages(${JSON.stringify(dir)});`;
  const killed = spawn(process.execPath, ['--input-type=module', '-e', launcher], { stdio: 'ignore' });
  await vi.waitFor(() => expect(readFileSync(diary, 'utf8')).toBe('begin '), { timeout: 60_000 });
  killed.kill('SIGKILL');
  await ensurePackages(dir);
  expect(readFileSync(diary, 'utf8')).toBe('begin end begin end ');
});

it('runs npm on the Node that will run the product', async () => {
  writeRepository({});
  writeNpm(`require('node:fs').mkdirSync('node_modules', { recursive: true });`);
  const node = join(dir, 'node24');
  writeFileSync(node, `#!/bin/sh\necho "$@" > ${join(dir, 'diary')}\nexec '${process.execPath}' "$@"\n`);
  chmodSync(node, 0o755);
  await ensurePackages(dir, node);
  expect(readFileSync(join(dir, 'diary'), 'utf8')).toMatch(/npm-cli\.js ci /);
});

it('reports the reason that npm prints, not the path before it', async () => {
  writeRepository({});
  writeNpm(`
    console.error('npm error code ENOTEMPTY\\nnpm error syscall rename\\nnpm error path /a\\nnpm error dest /b');
    console.error('npm error errno -39\\nnpm error ENOTEMPTY: directory not empty');
    process.exit(1);`);
  await expect(ensurePackages(dir)).rejects.toThrow(
    'npm failed: ENOTEMPTY: directory not empty. Run the same command again.',
  );
});

/** Replaces npm by this script. */
function writeNpm(source: string): void {
  const script = join(dir, 'npm-cli.js');
  writeFileSync(script, source);
  vi.stubEnv('npm_execpath', script);
}

/** Writes a repository with one workspace and these packages from a registry. */
function writeRepository(dependencies: Record<string, string>): void {
  const root = { name: 'sample', version: '1.0.0', private: true, workspaces: ['inner'], dependencies };
  const inner = { name: 'inner', version: '1.0.0' };
  const fetched = Object.fromEntries(
    Object.entries(dependencies).map(([name, version]) => [`node_modules/${name}`, { version }]),
  );
  mkdirSync(join(dir, 'inner'));
  writeFileSync(join(dir, 'package.json'), JSON.stringify(root));
  writeFileSync(join(dir, 'inner/package.json'), JSON.stringify(inner));
  writeFileSync(
    join(dir, 'package-lock.json'),
    JSON.stringify({
      name: 'sample',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: { '': root, inner, 'node_modules/inner': { resolved: 'inner', link: true }, ...fetched },
    }),
  );
}
