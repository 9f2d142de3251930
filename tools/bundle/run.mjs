// node tools/bundle/run.mjs apps/api/src/main.ts [arguments]: one of our programs, from its bundle where that is
// what the sources are, otherwise from the sources. See docs/decisions/034-bundled-programs.md.
import { setSourceMapsSupport } from 'node:module';
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findFreshBundle } from './fresh.mjs';

const repoDir = fileURLToPath(new URL('../../', import.meta.url));
const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) {
  console.error('Say which program to run, for example: node tools/bundle/run.mjs apps/api/src/main.ts');
  process.exit(2);
}
const source = resolve(entry);
const bundle = findFreshBundle(repoDir, relative(repoDir, source));
// A stack names the source's file and line; the maps of other people's packages are left alone.
if (bundle !== undefined) setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
process.argv = [process.execPath, source, ...args];
await import(pathToFileURL(bundle ?? source).href);
