// Builds what each product of the journeys would build at its start: two at once would write into the same folder. A program
// that starts from its bundle also needs a third of the CPU of one that starts from its sources.
import { resolve } from 'node:path';
import { bundleProgram } from '../bundle/bundle-program.ts';
import { bundledPrograms } from '../start/programs.ts';
import { ensureSite } from '../start/site.ts';

const repoDir = resolve(import.meta.dirname, '../..');
for (const name of ['web', 'console'] as const) await ensureSite(repoDir, name);
for (const entry of bundledPrograms) await bundleProgram(repoDir, entry);
process.disconnect?.();
