import { defineConfig } from 'vitest/config';

// Journeys through the whole running product, started once by the global setup; one file after the other.
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['e2e/global-setup.ts'],
    fileParallelism: false,
    // A loaded machine may be late once; `npm test` names what was tried again.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
