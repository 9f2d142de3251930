import { defineConfig } from 'vitest/config';
import BalancedShards from './balanced-shards.ts';

/** Journeys that only `npm run proof` runs, because `npm test` must tell within ten minutes. */
const proofsOnly = [
  // What Lighthouse finds, axe and site-sizes.e2e.ts find in a tenth of its time.
  'e2e/lighthouse.e2e.ts',
  // Each page in each state, theme and width is a fifth of the journeys' time.
  'e2e/*.looks.e2e.ts',
  // Signals and kills of programs and of the database are also in tools/start/start.test.ts.
  'e2e/npm-start.e2e.ts',
];

// Journeys through the whole running product, started once by the global setup; one file after the other.
// `npm test` runs them in parallel shards, each with a product of its own.
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    exclude: process.env['PROOF_SIZE'] === undefined ? proofsOnly : [],
    globalSetup: ['e2e/global-setup.ts'],
    setupFiles: ['e2e/clean-slate.ts'],
    fileParallelism: false,
    // All files share a worker with its modules and one browser: clean-slate.ts keeps them apart.
    isolate: false,
    sequence: { sequencer: BalancedShards },
    // No retries: a race in a journey is a race for a customer too.
    retry: 0,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
