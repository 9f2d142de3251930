// node tools/bundle/main.ts [entry…]: bundles the programs whose sources have changed since their last bundle. A start
// never waits for it: until there is a bundle, a program runs from its sources.
import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle-program.ts';

const repoDir = resolve(fileURLToPath(import.meta.url), '../../..');

// The product may be running, and comes first.
setPriority(10);
for (const entry of process.argv.slice(2)) {
  const isNew = await bundleProgram(repoDir, entry);
  console.log(`${entry}: ${isNew ? 'bundled' : 'unchanged'}`);
}
