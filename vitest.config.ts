import { defineConfig } from 'vitest/config';

// The journeys in e2e/ need the whole product and a browser: they have a configuration of their own.
export default defineConfig({
  test: {
    include: [
      'apps/**/*.test.{ts,tsx}',
      'packages/**/*.test.{ts,tsx}',
      'tools/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', 'tools/bad-samples/**'],
    globalSetup: ['tools/vitest-global-setup.ts'],
    setupFiles: ['tools/test-run/patience.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // A loaded machine may be late once; `npm test` names what was tried again.
    retry: 1,
    // Far beyond what any of them needs: speed is shown by benches, a limit only ends what hangs.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // A promise that nobody awaits must not hide in a green run.
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
