import { defineConfig } from 'vitest/config';

// Journeys through the whole running product, one file after the other: each starts it for itself.
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['e2e/global-setup.ts'],
    fileParallelism: false,
    // A loaded machine may be late once; what fails twice has failed. Retried tests are named in the output.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
