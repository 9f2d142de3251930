// node tools/run.mjs <entry.ts> [arguments]: installs Node and the packages, then runs one of our TypeScript programs.
import { launch } from './bootstrap/launch.mjs';

const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) {
  console.error('Say which program to run, for example: node tools/run.mjs tools/check.ts');
  process.exit(2);
}
await launch(entry, args);
