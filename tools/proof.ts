// npm run proof [-- NAME] [--size N] [--seed S]: runs the long proofs at full size; `npm test` runs small forms of them.
// Size, seed and result are kept in bench/results/; the same seed repeats a run.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from '../bench/machine.ts';
import { writeMeasured } from '../bench/measured.ts';
import { pagesInDetail } from '../e2e/pages-in-detail.ts';
import { type Result, readFigures, readTests } from './proof-result.ts';

type Proof = {
  /** Set for a proof that needs the whole product. */
  readonly config?: string;
  readonly name: string;
  readonly shows: string;
  readonly files: readonly string[];
  /** The value of PROOF_SIZE: a number of rounds, or "whole" for each test's own full size. */
  readonly size: string;
};

const proofs: readonly Proof[] = [
  {
    name: 'chaos',
    shows: 'while processes are killed at random under use, the product recovers and every invariant holds',
    size: 'whole',
    files: ['e2e/chaos/killed-at-random.chaos.ts'],
    config: 'e2e/chaos/vitest.config.ts',
  },
  {
    name: 'plugs',
    shows: 'the product reports each fault of its environment, and recovers by itself when the fault ends',
    size: 'whole',
    files: ['e2e/chaos/pulled-plugs.chaos.ts'],
    config: 'e2e/chaos/vitest.config.ts',
  },
  {
    name: 'lighthouse',
    shows:
      'Lighthouse gives the landing page at least 97 for speed, with its largest part within 1.2 s, and 100 for all else',
    size: '5',
    files: ['e2e/lighthouse.e2e.ts'],
    config: 'e2e/vitest.config.ts',
  },
  {
    name: 'looks',
    shows:
      'axe finds nothing and nothing is cut off on any page, in each state, in both themes, at each width, with enlarged text',
    size: 'whole',
    files: [
      'e2e/accounts.looks.e2e.ts',
      'e2e/console.looks.e2e.ts',
      'e2e/gallery.looks.e2e.ts',
      'e2e/large-text.looks.e2e.ts',
      'e2e/panel.looks.e2e.ts',
      'e2e/public-pages.looks.e2e.ts',
      'e2e/states.looks.e2e.ts',
      'e2e/team.looks.e2e.ts',
      'e2e/api-reference.e2e.ts',
      'e2e/history.e2e.ts',
      'e2e/pay-later.e2e.ts',
      'e2e/rent.e2e.ts',
      'e2e/sales-request.e2e.ts',
    ],
    config: 'e2e/vitest.config.ts',
  },
  {
    name: 'pages',
    shows:
      'each sentence, state and refusal of the specification’s pages is there, in a real browser on the real product',
    size: 'whole',
    files: pagesInDetail,
    config: 'e2e/vitest.config.ts',
  },
  {
    name: 'session-layout',
    shows:
      'nothing moves a live picture, and the phone and its tools are whole, in windows of phones, tablets and desks',
    size: 'whole',
    files: ['apps/web/test/session-layout.browser.test.ts'],
  },
  {
    name: 'input-methods',
    shows: 'what keyboards and input methods write in eight scripts arrives on the phone with the same bytes',
    size: 'whole',
    files: ['e2e/input-methods.e2e.ts'],
    config: 'e2e/vitest.config.ts',
  },
  {
    name: 'matrix',
    shows: 'every call, ticket and socket answers every caller as it should, for every target',
    size: 'whole',
    files: [
      'apps/api/test/abuse/matrix.test.ts',
      'apps/api/test/abuse/matrix-lists.test.ts',
      'apps/api/test/abuse/matrix-sockets.test.ts',
    ],
  },
  {
    name: 'npm-start',
    shows:
      '`npm start` keeps all data through kills of its programs, of its database and of everything at once, and every signal stops it whole',
    size: 'whole',
    files: ['e2e/npm-start.e2e.ts'],
    config: 'e2e/vitest.config.ts',
  },
  {
    name: 'large-files',
    shows: 'a file of 2 GB passes through the page in both directions without being collected in memory',
    size: '2000',
    files: ['e2e/large-files.e2e.ts'],
    config: 'e2e/vitest.config.ts',
  },
  {
    name: 'adb-files',
    shows:
      'a file of 1 GB comes back through the bridge as it was pushed, on two phones at once, and one of more than 4 GB on one; a line that is cut 20 times during a push and a shell ends both with their reason',
    size: '1000',
    files: ['e2e/adb-large-files.e2e.ts'],
    config: 'e2e/vitest.config.ts',
  },
  {
    name: 'appium',
    shows: 'WebdriverIO with Appium’s UiAutomator2 driver finds, taps, types and reads through the bridge',
    size: 'whole',
    files: ['e2e/appium.e2e.ts'],
    config: 'e2e/vitest.config.ts',
  },
  {
    name: 'native-scrcpy',
    shows: 'the genuine client of scrcpy 3.3.3 shows and controls a phone through the bridge',
    size: 'whole',
    files: ['e2e/native-scrcpy.e2e.ts'],
    config: 'e2e/vitest.config.ts',
  },
  {
    name: 'fuzz',
    shows: 'no call and no websocket message causes a 500, a stack trace or a hang',
    size: 'whole',
    files: [
      'apps/api/test/abuse/calls.fuzz.test.ts',
      'apps/api/test/abuse/sockets.fuzz.test.ts',
      'apps/api/test/abuse/agents.fuzz.test.ts',
    ],
  },
  {
    name: 'mcp',
    shows:
      'the official conformance suite finds nothing at the endpoint for agents, with our tools and with its fixture, and the inspector’s command line lists and calls them',
    size: 'whole',
    files: ['apps/api/src/mcp/conformance.test.ts', 'apps/api/src/mcp/conformance-fixtures.test.ts'],
  },
  {
    name: 'agent-tasks',
    shows:
      'a scripted agent carries out twenty tasks by the tools alone, with half the calls and a tenth of the bytes of pictures alone',
    size: 'whole',
    files: ['apps/api/src/mcp/agent-tasks.test.ts'],
  },
  {
    name: 'drops',
    shows: 'only complete pictures are drawn, however many packets are lost',
    size: '1000',
    files: ['packages/stream-player/test/lost-packets.browser.test.ts'],
  },
  {
    name: 'cleaning',
    shows: 'after a cleaning no data of the tenant is left, or the phone is quarantined',
    size: '100',
    files: ['apps/agent/src/cleaning/residue.proof.test.ts'],
  },
  {
    name: 'agent-device',
    shows: 'the genuine command line of agent-device reads and uses a simulated phone',
    size: 'whole',
    files: ['packages/virtual-phone/src/genuine-host.test.ts'],
  },
  {
    name: 'screen-actions',
    shows:
      'of random actions by name each is done or refused with a true reason, a touch of a still screen hits what was named, and a miss on a moving one is told unless it brought another screen or changed nothing',
    size: '10000',
    files: ['apps/agent/src/screen/screen-actions.proof.test.ts'],
  },
  {
    name: 'typed-texts',
    shows:
      'random texts of any script read back as they were typed, and the tenant’s keyboard is back each time, also after kills',
    size: '2000',
    files: ['apps/agent/src/screen/typed-texts.proof.test.ts'],
  },
  {
    name: 'faults',
    shows: 'after any fault a phone is ready again within 15 seconds, and nothing is leaked',
    size: '10000',
    files: ['apps/agent/src/faults.proof.test.ts'],
  },
  {
    name: 'renting',
    shows: 'under any failure no phone is sold twice, and no payment stays without phones or a refund',
    size: 'whole',
    files: [
      'apps/api/src/payments/random-rentals.test.ts',
      'apps/api/src/payments/parallel-buyers.test.ts',
      'apps/api/src/payments/killed-purchases.test.ts',
    ],
  },
];

const repoDir = resolve(fileURLToPath(import.meta.url), '../..');
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string' }, seed: { type: 'string' } },
});
const unknown = wanted.filter((name) => !proofs.some((proof) => proof.name === name));
const notNumbers = [values.size, values.seed].filter((text) => text !== undefined && !/^\d{1,9}$/.test(text));
if (unknown.length > 0 || notNumbers.length > 0) {
  console.error(
    `usage: npm run proof [-- ${proofs.map(({ name }) => name).join(' | ')}] [--size N] [--seed S]`,
  );
  process.exit(2);
}

for (const proof of proofs.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  const size = values.size ?? proof.size;
  console.log(`${proof.name}: ${proof.shows} (seed ${seed})`);
  const result = await run(proof, size, seed);
  const path = join(repoDir, 'bench/results', `proof-${proof.name}.json`);
  const kept = {
    name: proof.name,
    shows: proof.shows,
    size,
    seed,
    machine: describeMachine(),
    ...result,
  };
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`);
  writeMeasured();
  if (!result.is_proven) process.exitCode = 1;
}

async function run(proof: Proof, size: string, seed: number): Promise<Result> {
  const scratch = mkdtempSync(join(tmpdir(), 'pocketfleet-proof-'));
  const report = join(scratch, 'report.json');
  const figures = join(scratch, 'figures.json');
  const startedMs = performance.now();
  try {
    const vitest = join(repoDir, 'node_modules/vitest/vitest.mjs');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    // A retry would hide a failure.
    const config = proof.config === undefined ? [] : ['--config', proof.config];
    const code = await spawnToEnd([vitest, 'run', '--retry=0', ...config, ...reporters, ...proof.files], {
      PROOF_SIZE: size,
      PROOF_SEED: String(seed),
      PROOF_RESULT: figures,
    });
    const tests = readTests(report);
    return {
      // A test that was skipped, because a program is not installed, has shown nothing.
      is_proven: code === 0 && tests.some(({ status }) => status === 'passed'),
      finished_at: new Date().toISOString(),
      seconds: Math.round((performance.now() - startedMs) / 1_000),
      tests,
      figures: readFigures(figures),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function spawnToEnd(args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: repoDir,
      env: { ...process.env, ...env },
      stdio: 'inherit',
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    child.once('close', (code) => done(code ?? 1));
  });
}
