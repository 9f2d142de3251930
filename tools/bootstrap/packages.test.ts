import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ensurePackages } from './packages.mjs';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pocketfleet-packages-'));
  vi.stubEnv('npm_config_cache', join(dir, 'empty-npm-cache'));
  // Nothing listens here: whoever asks a registry is told so.
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

it('finds an install that was cut off, and does it again', async () => {
  writeRepository({});
  mkdirSync(join(dir, 'node_modules/half-a-package'), { recursive: true });
  await ensurePackages(dir);
  expect(readdirSync(join(dir, 'node_modules'))).toContain('inner');
  expect(existsSync(join(dir, 'node_modules/half-a-package'))).toBe(false);
});

it('leaves a finished install alone', async () => {
  writeRepository({});
  await ensurePackages(dir);
  mkdirSync(join(dir, 'node_modules/mark'));
  await ensurePackages(dir);
  expect(existsSync(join(dir, 'node_modules/mark'))).toBe(true);
});

it('says in one line that there is no registry, and calls nothing installed', async () => {
  writeRepository({ 'is-odd': '3.0.1' });
  await expect(ensurePackages(dir)).rejects.toThrow(
    /^The package registry can not be reached, .*run the same/,
  );
  expect(existsSync(join(dir, 'node_modules/.pocketfleet-installed'))).toBe(false);
  expect(existsSync(join(dir, '.cache/installing'))).toBe(false);
});

/** A repository with one workspace, and with these packages from a registry. */
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
