import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundleProgram } from './bundle-program.ts';
import { findFreshBundle } from './fresh.mjs';

const ours = resolve(import.meta.dirname, '../..');
const entry = 'apps/sample/src/main.ts';
let repo: string;

beforeEach(() => {
  repo = mkdtempSync(join(tmpdir(), 'pocketfleet-bundle-'));
  cpSync(join(ours, 'tools/bundle'), join(repo, 'tools/bundle'), { recursive: true });
  symlinkSync(join(ours, 'node_modules'), join(repo, 'node_modules'));
  write('package.json', '{ "private": true, "type": "module" }');
  write('package-lock.json', '{}');
  write('apps/sample/words.txt', 'from a file');
  write('apps/sample/src/deep/word.ts', "export const word: string = 'first';");
  write(
    entry,
    `import { readFileSync } from 'node:fs';
import { word } from './deep/word.ts';
const text = readFileSync(new URL('../words.txt', import.meta.url), 'utf8');
const { createServer } = await import('node:http');
console.log(JSON.stringify({
  word, text, args: process.argv.slice(1), isMain: import.meta.main, server: typeof createServer,
  isBundle: process.sourceMapsEnabled,
}));
if (process.argv[2] === 'throw') throw new Error('broken');
`,
  );
});
afterEach(() => rmSync(repo, { recursive: true, force: true }));

it('runs a program from its bundle as it runs from its sources', async () => {
  const expected = { word: 'first', text: 'from a file', args: [join(repo, entry), 'one'], isMain: false };
  expect(run('one')).toEqual({ ...expected, server: 'function', isBundle: false });
  expect(await bundleProgram(repo, entry)).toBe(true);
  expect(run('one')).toEqual({ ...expected, server: 'function', isBundle: true });
  expect(await bundleProgram(repo, entry)).toBe(false);
});

it.each([
  ['a source', 'apps/sample/src/deep/word.ts', "export const word: string = 'second';", 'second'],
  ['the lockfile', 'package-lock.json', '{ "lockfileVersion": 3 }', 'first'],
  ['the bundler', 'tools/bundle/bundle-program.ts', '// Another one.', 'first'],
  ["a package's exports", 'package.json', '{ "private": true, "type": "module", "exports": {} }', 'first'],
])('never runs a bundle that is older than %s', async (_what, path, text, word) => {
  await bundleProgram(repo, entry);
  write(path, text);
  expect(run()).toMatchObject({ word, isBundle: false });
  expect(await bundleProgram(repo, entry)).toBe(true);
  expect(run()).toMatchObject({ word, isBundle: true });
});

it('never runs a bundle of packages that were installed under the lockfile before', async () => {
  const install = (version: string): void => {
    write('apps/sample/node_modules/words/package.json', JSON.stringify({ name: 'words', version }));
    // Such a file says what the modules beside it are, and not which version.
    write('apps/sample/node_modules/words/esm/package.json', '{ "type": "module" }');
    write('apps/sample/node_modules/words/esm/index.js', `export const word = 'words ${version}';`);
  };
  install('1.0.0');
  write('apps/sample/src/deep/word.ts', "export { word } from 'words/esm/index.js';");
  write('package-lock.json', '{ "lockfileVersion": 3 }');
  await bundleProgram(repo, entry);
  expect(run()).toMatchObject({ word: 'words 1.0.0', isBundle: true });
  install('1.1.0');
  expect(run()).toMatchObject({ word: 'words 1.1.0', isBundle: false });
  expect(await bundleProgram(repo, entry)).toBe(true);
  expect(run()).toMatchObject({ word: 'words 1.1.0', isBundle: true });
});

it('never runs a bundle that was damaged', async () => {
  await bundleProgram(repo, entry);
  const bundle = findFreshBundle(repo, entry) ?? '';
  writeFileSync(bundle, readFileSync(bundle).subarray(0, 400));
  expect(run()).toMatchObject({ word: 'first', isBundle: false });
});

it('takes away what a killed build left, and keeps the bundle that may still run', async () => {
  await bundleProgram(repo, entry);
  const first = findFreshBundle(repo, entry) ?? '';
  const dist = join(repo, 'apps/sample/dist');
  mkdirSync(join(dist, 'half-999999999'));
  write('apps/sample/dist/program.json.999999999', '{');
  write('apps/sample/src/deep/word.ts', "export const word: string = 'second';");
  await bundleProgram(repo, entry);
  expect(existsSync(first)).toBe(true);
  expect(readdirSync(dist).filter((name) => name.includes('999999999'))).toEqual([]);
});

it('leaves a bundle alone that another bundler has finished meanwhile, and mends a damaged one', async () => {
  await bundleProgram(repo, entry);
  const bundle = findFreshBundle(repo, entry) ?? '';
  const { ino } = statSync(bundle);
  rmSync(join(repo, 'apps/sample/dist/program.json'));
  expect(await bundleProgram(repo, entry)).toBe(true);
  expect(findFreshBundle(repo, entry)).toBe(bundle);
  expect(statSync(bundle).ino).toBe(ino);
  writeFileSync(bundle, '');
  expect(await bundleProgram(repo, entry)).toBe(true);
  expect(run()).toMatchObject({ word: 'first', isBundle: true });
});

it('keeps the bundle before when two bundlers finish the same one', async () => {
  await bundleProgram(repo, entry);
  const first = findFreshBundle(repo, entry) ?? '';
  write('apps/sample/src/deep/word.ts', "export const word: string = 'second';");
  await bundleProgram(repo, entry);
  // The second of them began before the first was done.
  const manifest = join(repo, 'apps/sample/dist/program.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"inputsDigest":"', '"inputsDigest":"not '));
  expect(await bundleProgram(repo, entry)).toBe(true);
  expect(existsSync(first)).toBe(true);
});

it('maps the lines of the sources as they are, also where only they have changed', async () => {
  await bundleProgram(repo, entry);
  write(entry, `\n\n${readFileSync(join(repo, entry), 'utf8')}`);
  expect(await bundleProgram(repo, entry)).toBe(true);
  expect(() => run('throw')).toThrow(`${join(repo, entry)}:11`);
});

it("names the source's file and line when a bundle fails", async () => {
  await bundleProgram(repo, entry);
  const failed = () => run('throw');
  expect(failed).toThrow(`${join(repo, entry)}:9`);
});

it('refuses to bundle what would be read from the wrong place', async () => {
  write('apps/sample/src/deep/word.ts', 'export const word: string = import.meta.dirname;');
  await expect(bundleProgram(repo, entry)).rejects.toThrow(/word\.ts reads of import\.meta/);
  expect(run()).toMatchObject({ isBundle: false });
});

function run(...args: string[]): Record<string, unknown> {
  const program = [join(repo, 'tools/bundle/run.mjs'), join(repo, entry), ...args];
  const output = execFileSync(process.execPath, program, { encoding: 'utf8', stdio: 'pipe' });
  return JSON.parse(output) as Record<string, unknown>;
}

function write(path: string, text: string): void {
  const file = join(repo, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

it.each([
  'apps/api/src/main.ts',
  'apps/agent/src/main.ts',
  'apps/mailbox/src/main.ts',
  'packages/payment-sandbox/src/main.ts',
  'packages/virtual-phone/src/main.ts',
])(
  '%s can be bundled: a package with native code has to be on the list of those that stay',
  async (program) => {
    await bundleProgram(ours, program);
    expect(findFreshBundle(ours, program)).toBeDefined();
  },
);
