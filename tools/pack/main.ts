// node tools/pack/main.ts [folder]: packs the customers' command line, into packages/cli/dist unless a folder is named.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packCli } from './pack-cli.ts';

const repoDir = resolve(fileURLToPath(import.meta.url), '../../..');
console.log(await packCli(repoDir, resolve(process.argv[2] ?? 'packages/cli/dist')));
