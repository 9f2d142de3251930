import { launch } from './bootstrap/launch.mjs';

await launch('tools/test.ts', process.argv.slice(2));
