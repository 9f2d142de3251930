import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Lockfile, missingPlatforms } from './missing-platforms.ts';

it('names a platform package that the lockfile leaves out', () => {
  const lockfile: Lockfile = {
    packages: {
      'node_modules/tool': {
        dev: true,
        optionalDependencies: { '@tool/linux-x64-musl': '1.2.3', '@tool/darwin-arm64': '1.2.3' },
      },
      'node_modules/tool/node_modules/@tool/darwin-arm64': { version: '1.2.3' },
    },
  };
  expect(missingPlatforms(lockfile)).toEqual({
    'node_modules/@tool/linux-x64-musl': {
      version: '1.2.3',
      dev: true,
      optional: true,
      cpu: ['x64'],
      os: ['linux'],
      libc: ['musl'],
    },
  });
});

it('finds our own lockfile complete: if this fails, run tools/lockfile/complete.ts', () => {
  const lockfile = JSON.parse(
    readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  ) as Lockfile;
  expect(Object.keys(missingPlatforms(lockfile))).toEqual([]);
});
