import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import LongestFirst from './tools/test-run/longest-first.ts';

/** They replace a module, which only works before anybody has imported it. */
const replacesModules = globSync(['apps/**/*.test.{ts,tsx}', 'packages/**/*.test.{ts,tsx}'], {
  cwd: import.meta.dirname,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).filter((path) => /^vi\.(?:do)?[mM]ock\(/m.test(readFileSync(join(import.meta.dirname, path), 'utf8')));
/** They measure the process that they run in. */
const measuresItself = [
  'apps/agent/src/faults.proof.test.ts',
  'apps/agent/src/files/join-files.test.ts',
  'apps/api/src/recordings/export-mp4.test.ts',
];
const alone = [...replacesModules, ...measuresItself];

// The journeys in e2e/ need the whole product and a browser: they have a configuration of their own.
export default defineConfig({
  test: {
    globalSetup: ['tools/vitest-global-setup.ts'],
    setupFiles: [
      'tools/test-run/later-workers.ts',
      'tools/test-run/patience.ts',
      'tools/test-run/clean-slate.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    // Many tests wait for a phone, so two workers keep two cores 60 % busy. Beside the journeys that is enough: there the third
    // and the fourth begin when a lane of journeys has ended (later-workers.ts).
    maxWorkers: process.env['ENDED_JOURNEYS'] === undefined ? 2 : 4,
    sequence: { sequencer: LongestFirst },
    // A test that failed once is red: what races here races for a customer too.
    retry: 0,
    // Far beyond what any of them needs: speed is shown by benches, a limit only ends what hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // As vi.waitFor in patience.ts: the default of one second is a guess about how busy the machine is.
    expect: { poll: { timeout: 60_000 } },
    // A promise that nobody awaits must not hide in a green run.
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: [
            'apps/**/*.test.{ts,tsx}',
            'packages/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**', ...alone],
          // One worker imports the app once for all its files: clean-slate.ts keeps them apart.
          isolate: false,
          // A tenth of a worker's CPU was the collection of young garbage, which needs less with more room (decision 197).
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
