// node tools/run.mjs tools/lockfile/complete.ts: run it after a package was added.
import { readFileSync, writeFileSync } from 'node:fs';
import { type Lockfile, missingPlatforms } from './missing-platforms.ts';

const path = new URL('../../package-lock.json', import.meta.url);
const lockfile = JSON.parse(readFileSync(path, 'utf8')) as Lockfile;
const missing = missingPlatforms(lockfile);
lockfile.packages = Object.fromEntries(
  Object.entries({ ...lockfile.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`);
console.log(`${Object.keys(missing).length} platform packages added to package-lock.json`);
