import { launch } from './bootstrap/launch.mjs';

await launch('tools/start/main.ts', process.argv.slice(2));
