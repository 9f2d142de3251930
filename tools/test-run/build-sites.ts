// Builds what each product of the journeys would build at its start: two at once would write into the same folder.
import { resolve } from 'node:path';
import { ensureSite } from '../start/site.ts';

const repoDir = resolve(import.meta.dirname, '../..');
for (const name of ['web', 'console'] as const) await ensureSite(repoDir, name);
process.disconnect?.();
