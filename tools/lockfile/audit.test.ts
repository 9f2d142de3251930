// What the lockfile promises about the packages that we take, checked without asking anybody.
import { expect, it } from 'vitest';
import { files, readText } from '../tidy/repository-files.ts';

type Entry = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  license?: string;
};

const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, Entry> };
const taken = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);

it('every package is known by its content', () => {
  // Platform packages that were added by name alone are optional: npm takes the hash from the registry then.
  const unknown = taken.filter(([, { integrity, optional }]) => integrity === undefined && optional !== true);
  expect(unknown.map(([path]) => path)).toEqual([]);
  const weak = taken.filter(([, { integrity }]) => integrity !== undefined && !/^sha512-/.test(integrity));
  expect(weak.map(([path]) => path)).toEqual([]);
});

it('no package comes from elsewhere than the registry', () => {
  const elsewhere = taken.filter(([, { resolved, version = '' }]) => {
    const isForeign = resolved !== undefined && !/^https:\/\//.test(resolved);
    return isForeign || !/^\d+\.\d+\.\d+/.test(version);
  });
  expect(elsewhere.map(([path]) => path)).toEqual([]);
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

it('what is shipped is under licences that allow it', () => {
  const shipped = taken.filter(([, { dev }]) => dev !== true);
  expect(shipped.length).toBeGreaterThan(100);
  const isGpl = (license = ''): boolean => /\bA?GPL/.test(license) && !/MIT|BSD|Apache/.test(license);
  expect(shipped.filter(([, { license }]) => isGpl(license)).map(([path]) => path)).toEqual([]);
});
