import { defineConfig } from 'vitest/config';
import BalancedShards from './balanced-shards.ts';
import { pagesInDetail } from './pages-in-detail.ts';

/** Journeys that only `npm run proof` runs, because `npm test` must tell within ten minutes. */
const proofsOnly = [
  // axe and site-sizes.e2e.ts find the same as Lighthouse in a tenth of its time.
  'e2e/lighthouse.e2e.ts',
  // Each page in each state, theme and width is a fifth of the journeys' time.
  'e2e/*.looks.e2e.ts',
  // Signals and kills of programs and of the database are also in tools/start/start.test.ts.
  'e2e/npm-start.e2e.ts',
  // They read pages sentence by sentence and state by state. A page in a new context costs a browser two seconds of CPU, so
  // these were a third of the journeys' time; the words are in language files, and the logic below them has tests of its own.
  ...pagesInDetail,
  // Appium is installed for it from a lockfile of its own.
  'e2e/appium.e2e.ts',
  // The client is built for it from its public source.
  'e2e/native-scrcpy.e2e.ts',
  // A gigabyte each way.
  'e2e/adb-large-files.e2e.ts',
];

/** `npm test -- e2e/rent.e2e.ts` runs that file, also if the whole run leaves it to a proof. */
const namesFile = process.argv.some((argument) => /^e2e\/.+\.e2e\.ts$/.test(argument));

// Journeys through the whole running product, started once by the global setup; one file after the other.
// `npm test` runs them in parallel shards, each with a product of its own.
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    exclude: process.env['PROOF_SIZE'] === undefined && !namesFile ? proofsOnly : [],
    globalSetup: ['e2e/global-setup.ts'],
    setupFiles: ['e2e/clean-slate.ts'],
    fileParallelism: false,
    // All files share a worker with its modules and one browser: clean-slate.ts keeps them apart.
    isolate: false,
    sequence: { sequencer: BalancedShards },
    // No retries: a race in a journey is a race for a customer too.
    retry: 0,
    expect: { poll: { timeout: 60_000 } },
    // Far beyond what any of them needs, also on a machine that is shared with other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
