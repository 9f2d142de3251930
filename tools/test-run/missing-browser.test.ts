import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

it('without a browser, and without the right to install one, npm test names the one command and exits with 3', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve(import.meta.dirname, '../test.ts')],
    {
      env: { PATH: '/nowhere' },
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  expect(status).toBe(3);
  expect(stderr).toMatch(/^The tests need a Chromium .*: (?:sudo apt-get|brew) .*chromium.*\n$/);
  expect(stdout).toBe('');
});
