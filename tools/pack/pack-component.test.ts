// The packed component as a customer gets it: alone in a folder, with types for a page that is built.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packComponent } from './pack-component.ts';

const repoDir = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'pocketfleet-component-'));
const installed = join(folder, 'node_modules/@pocketfleet/component');

beforeAll(async () => {
  const file = await packComponent(repoDir, folder);
  mkdirSync(installed, { recursive: true });
  expect(spawnSync('tar', ['xzf', file, '-C', installed, '--strip-components=1']).status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is one script without dependencies and install scripts', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
  for (const name of ['dependencies', 'scripts']) expect(manifest).not.toHaveProperty(name);
  expect(readdirSync(installed).sort()).toEqual([
    'README.md',
    'package.json',
    'pocketfleet-phone.js',
    'types',
  ]);
  const script = readFileSync(join(installed, 'pocketfleet-phone.js'), 'utf8');
  expect(script).not.toMatch(/^import\b/m);
  expect(script).toContain('customElements.define("pocketfleet-phone"');
});

it('has types for a page of a customer, which refuse what there is not', () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const use = (line: string): string =>
    `import '@pocketfleet/component';
     const phone = document.createElement('pocketfleet-phone');
     ${line}`;
  writeFileSync(
    join(folder, 'right.ts'),
    use(`phone.src = 'https://phones.example.com/embed/x';
     const isLive: boolean = phone.state === 'live';
     if (!isLive) phone.retry();`),
  );
  writeFileSync(join(folder, 'wrong.ts'), use("phone.src = 1; phone.state === 'lively'; phone.restart();"));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'dom'],
    types: [],
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['right.ts', 'wrong.ts'] }),
  );
  const tsc = join(repoDir, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  const faults = stdout.split('\n').filter((line) => /error TS/.test(line));
  expect(faults.map((line) => line.replace(/^.*?(\w+\.ts).*error (TS\d+).*$/, '$1 $2'))).toEqual([
    'wrong.ts TS2322',
    'wrong.ts TS2367',
    'wrong.ts TS2339',
  ]);
});
