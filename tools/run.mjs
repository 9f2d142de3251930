// node tools/run.mjs <entry.ts> [arguments]: any of our TypeScript programs, with everything it needs installed first.
import { launch } from './bootstrap/launch.mjs';

const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) {
  console.error('Say which program to run, for example: node tools/run.mjs tools/check.ts');
  process.exit(2);
}
await launch(entry, args);
