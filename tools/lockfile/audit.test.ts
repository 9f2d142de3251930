// Rules for the lockfile's packages, checked without a network.
import { expect, it } from 'vitest';
import { files, readText } from '../tidy/repository-files.ts';
import { type LockedOrigin, untrustedPackages } from './untrusted-packages.ts';

type Entry = LockedOrigin & { dev?: boolean; license?: string };

const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, Entry> };
const taken = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);

it('every package has an exact version and its hash, and names no address of its own', () => {
  expect(taken.length).toBeGreaterThan(300);
  const untrusted = files
    .filter((path) => /(?:^|\/)package-lock\.json$/.test(path))
    .flatMap((path) =>
      untrustedPackages(JSON.parse(readText(path)).packages).map((why) => `${path}: ${why}`),
    );
  expect(untrusted).toEqual([]);
});

const hash = `sha512-${'a'.repeat(86)}==`;
const good = { version: '1.2.3', integrity: hash };
it.each<[string, LockedOrigin]>([
  [
    'comes from git+ssh://git@example.com/a/b.git',
    { ...good, resolved: 'git+ssh://git@example.com/a/b.git' },
  ],
  ['comes from file:../b', { ...good, resolved: 'file:../b' }],
  ['comes from http://example.com/b.tgz', { ...good, resolved: 'http://example.com/b.tgz' }],
  ['comes from https://example.com/b.tgz', { ...good, resolved: 'https://example.com/b.tgz' }],
  ['has no exact version', { ...good, version: 'file:b' }],
  ['has no exact version', { integrity: hash }],
  ['has no hash', { version: '1.2.3' }],
  ['has no hash', { version: '1.2.3', optional: true }],
  ['has a weak hash', { ...good, integrity: 'sha1-aaaa' }],
  ['has a weak hash', { ...good, integrity: 'sha1-aaaa', optional: true, os: ['linux'] }],
])('a package that %s is named', (why, locked) => {
  expect(untrustedPackages({ 'node_modules/b': locked })).toEqual([`node_modules/b: ${why}`]);
});

it('a registry package, its bundled ones, our own folder and another platform’s package are not named', () => {
  const platform = { version: '1.2.3', optional: true, os: ['win32'], cpu: ['x64'] };
  const own = { link: true, resolved: 'apps/api' };
  expect(
    untrustedPackages({
      'node_modules/b': good,
      'node_modules/b/node_modules/d': { version: '1.2.3', inBundle: true },
      'node_modules/c': platform,
      'node_modules/@pocketfleet/api': own,
    }),
  ).toEqual([]);
});

it('every package is asked for in one exact version', () => {
  const loose = files
    .filter((path) => /(?:^|\/)package\.json$/.test(path))
    .flatMap((path) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readText(path)) as Record<
        string,
        Record<string, string> | undefined
      >;
      const asked = { ...dependencies, ...devDependencies, ...optionalDependencies };
      return Object.entries(asked)
        .filter(
          ([name, version]) => !name.startsWith('@pocketfleet/') && !/^\d+\.\d+\.\d+[\w.-]*$/.test(version),
        )
        .map(([name, version]) => `${path}: ${name}@${version}`);
    });
  expect(loose).toEqual([]);
});

it('shipped packages are under licences that allow it', () => {
  const shipped = taken.filter(([, { dev }]) => dev !== true);
  expect(shipped.length).toBeGreaterThan(100);
  const isGpl = (license = ''): boolean => /\bA?GPL/.test(license) && !/MIT|BSD|Apache/.test(license);
  expect(shipped.filter(([, { license }]) => isGpl(license)).map(([path]) => path)).toEqual([]);
});
