// node tools/pack/main.ts [folder]: packs the customers' command line, the client library and the component, into dist/packages unless a
// folder is named.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packCli } from './pack-cli.ts';
import { packClient } from './pack-client.ts';
import { packComponent } from './pack-component.ts';

const repoDir = resolve(fileURLToPath(import.meta.url), '../../..');
const folder = resolve(process.argv[2] ?? 'dist/packages');
console.log(await packCli(repoDir, folder));
console.log(await packClient(repoDir, folder));
console.log(await packComponent(repoDir, folder));
