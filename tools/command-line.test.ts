import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { answerArguments } from './command-line.ts';

const repoDir = resolve(import.meta.dirname, '..');
const start = { name: 'npm start', help: 'what it starts' };
const test = { name: 'npm test', help: 'what it runs', takesPaths: true };

it.each([
  [start, [], undefined],
  [start, ['--help'], 0],
  [start, ['-h'], 0],
  [start, ['--nonsense'], 2],
  [start, ['nonsense'], 2],
  [start, ['--nonsense', '--help'], 0],
  [test, ['apps/api'], undefined],
  [test, ['apps/api', '--nonsense'], 2],
  [test, ['--help'], 0],
] as const)('%j with %j: %s', (command, args, code) => {
  expect(answerArguments(command, args)?.code).toBe(code);
});

it.each([
  ['npm start', 'tools/start/main.ts', /PORT[\s\S]*POCKETFLEET_DATA[\s\S]*README\.md/],
  ['npm test', 'tools/test.ts', /npm test -- apps\/api/],
  ['npm run check', 'tools/check.ts', /who may import whom/],
])('%s answers --help, refuses what it does not know, and runs nothing', (name, entry, help) => {
  const asked = run(entry, '--help');
  expect(asked.stdout).toMatch(help);
  expect(asked).toMatchObject({ status: 0, stderr: '' });
  const odd = run(entry, '--nonsense');
  expect(odd).toMatchObject({ status: 2, stdout: '' });
  expect(odd.stderr).toContain(`${name} does not know "--nonsense"`);
  expect(odd.stderr).toContain(`${name} -- --help`);
});

function run(entry: string, arg: string) {
  return spawnSync(process.execPath, [join(repoDir, entry), arg], {
    encoding: 'utf8',
    // Without the change it would start: it ends there, on a port that is none.
    env: { ...process.env, PORT: '0', PATH: '' },
    timeout: 60_000,
  });
}
