// node tools/pack/for-site.ts: puts the customers' command line, the client library and the component beside the built site,
// which serves them, so that nobody has to get them from anywhere else. No package registry has them, and another program could
// take their names there.
import { renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packCli } from './pack-cli.ts';
import { packClient } from './pack-client.ts';
import { packComponent } from './pack-component.ts';

const repoDir = resolve(fileURLToPath(import.meta.url), '../../..');
const folder = join(repoDir, 'apps/web/dist/programs');
const packages = {
  'pocketfleet.tgz': packCli,
  'pocketfleet-client.tgz': packClient,
  'pocketfleet-component.tgz': packComponent,
};
for (const [name, pack] of Object.entries(packages)) {
  // The address stays the same, whatever the version.
  renameSync(await pack(repoDir, folder), join(folder, name));
}
