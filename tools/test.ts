// npm test: everything that CI runs. Missing programs are installed, or named with the one
// command that installs it (exit 3). `npm test -- PATH` runs only the vitest files under PATH.
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerOrGoOn } from './command-line.ts';
import {
  addCounts,
  type Counts,
  describeCounts,
  describeSkipped,
  joinRuns,
  noCounts,
  onlyRedFile,
  type RunCounts,
  slowestFiles,
  totalOf,
} from './test-run/counts.ts';
import { type LaneEnd, readCpuSeconds, runLane, stopLanes } from './test-run/lane.ts';
import { describeLane, type LaneState, type Progress } from './test-run/progress.ts';
import { removePlace } from './test-run/remove-place.ts';
import { keepRun } from './test-run/run-log.ts';
import {
  canInstall,
  findAdb,
  findChromium,
  findNatsServer,
  hasHeadlessShell,
  headlessShell,
  install,
  installCommand,
} from './test-run/system-programs.ts';
import { runVitest, type VitestRun } from './test-run/vitest-run.ts';

const help = `npm test: the check, every *.test.ts and the journeys in e2e/, as CI runs them, in lanes beside each other.
npm test -- apps/api runs only the tests whose paths contain that; any number of paths may be given.

A test that fails once is red. Exit 0: green. 1: something failed. 2: an argument it does not know. 3: there is
no Chromium. How the tests are arranged, and how to run one journey: docs/develop/test.md.`;
answerOrGoOn({ name: 'npm test', help, takesPaths: true }, process.argv.slice(2));

const repoDir = resolve(fileURLToPath(import.meta.url), '../..');
const tests = 'vitest.config.ts';
const journeys = 'e2e/vitest.config.ts';
const paths = process.argv.slice(2);
const states = new Map<string, LaneState>();
const seconds: Record<string, number> = {};
const loadBefore = loadavg()[0] ?? 0;

if (paths.length === 0) requireBrowser();
// All temporary files of a run stand in here, and go with it.
const scratch = mkdtempSync(join(tmpdir(), 'pf-test-'));
// As root, PostgreSQL runs as another user, which must reach its folder.
chmodSync(scratch, 0o711);
process.on('exit', () => removePlace(scratch));
const endedJourneys = join(scratch, 'ended-journeys-');
const lanes: Record<string, Omit<VitestRun, 'isLive'>> = {
  tests: { config: tests, filters: [], endedJourneys },
  'journeys 1': { config: journeys, filters: [], shard: '1/2' },
  'journeys 2': { config: journeys, filters: [], shard: '2/2' },
};
// 'disconnect': the launcher that started us was killed.
let stopping: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop);

const total = await (paths.length === 0 ? runEverything() : runPaths());
await stopping;
for (const figure of total.figures) console.log(figure);
for (const line of describeSkipped(total)) console.log(line);
for (const reason of total.quarantined) console.log(`failed in quarantine: ${reason}`);
for (const reason of total.broken) console.log(`failed: ${reason}`);
console.log(describeCounts(total));
process.exit(total.failed === 0 ? 0 : 1);

async function runEverything(): Promise<Counts> {
  const startedMs = performance.now();
  const built = runLane({
    args: [join(repoDir, 'tools/test-run/build-product.ts')],
    cwd: repoDir,
    env: {},
    isLive: false,
  });
  let ended = 0;
  const timer = setInterval(() => {
    for (const [name, state] of states) console.log(describeLane(name, state));
  }, 30_000);
  const [check, ...runs] = await Promise.all([
    runCheck(),
    ...Object.entries(lanes).map(async ([name, lane]) => {
      if (lane.config === journeys) await built;
      // A run that is being stopped starts nothing more.
      if (stopping !== undefined) return await stopping.then(() => ({ files: {}, errors: [] }));
      const run = await runVitestLane(name, lane);
      if (lane.config === journeys) writeFileSync(`${endedJourneys}${++ended}`, '');
      return run;
    }),
  ]);
  clearInterval(timer);
  await stopping;
  const { run, defect } = await runOneAgain(check, joinRuns(runs));
  const counts = addCounts([check, totalOf(run)]);
  const slowest = slowestFiles(run, 10);
  seconds['whole'] = secondsSince(startedMs);
  const cpuSeconds = readCpuSeconds();
  keepRun(repoDir, { counts, seconds, cpuSeconds, loadBefore, defect, slowest });
  console.log(`\n${seconds['whole']} s, ${cpuSeconds ?? '?'} s of CPU time. The slowest files:`);
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
  if (defect !== undefined)
    console.log(`defect, green only when its file ran once more by itself: ${defect}`);
  return counts;
}

async function runPaths(): Promise<Counts> {
  const config = paths.every((path) => path.startsWith('e2e')) ? journeys : tests;
  return totalOf(await runVitest({ repoDir, scratch }, { config, filters: paths, isLive: true }));
}

async function runCheck(): Promise<Counts> {
  const name = 'check';
  states.set(name, { planned: 0, done: 0, red: 0 });
  const args = [join(repoDir, 'tools/check.ts')];
  const end = await runLane({ args, cwd: repoDir, env: {}, isLive: false, canWait: true });
  endLane(name, end, end.code !== 0);
  if (end.code === 0) return { ...noCounts(), passed: 1 };
  return { ...noCounts(), failed: 1, broken: ['npm run check'] };
}

async function runVitestLane(name: string, lane: Omit<VitestRun, 'isLive'>): Promise<RunCounts> {
  const state: LaneState = { planned: 0, done: 0, red: 0 };
  states.set(name, state);
  const onProgress = (progress: Progress): void => {
    if ('planned' in progress) {
      state.planned = progress.planned;
      return;
    }
    state.done += 1;
    if (progress.broken.length > 0) state.red += 1;
    for (const reason of progress.broken) console.log(`✗ ${reason}`);
  };
  const run = await runVitest({ repoDir, scratch }, { ...lane, isLive: false, onProgress });
  const { failed, quarantined } = totalOf(run);
  endLane(name, run.end, failed + quarantined.length > 0);
  return run;
}

/** One line for a green lane; everything that a red one printed. */
function endLane(name: string, end: LaneEnd, isRed: boolean): void {
  states.delete(name);
  if (stopping !== undefined) return;
  seconds[name] = Math.round(end.seconds);
  if (isRed) console.log(`\n----- ${name} -----\n${end.output.trim()}\n----- end of ${name} -----`);
  console.log(`${isRed ? '✗' : '✓'} ${name}: ${seconds[name]} s`);
}

/**
 * A landing must not be lost to one race: where CI is set and one file is red and nothing else, that file runs once
 * more. It is named as a defect when it passes then; on a developer's machine it is simply red.
 */
async function runOneAgain(check: Counts, run: RunCounts): Promise<{ run: RunCounts; defect?: string }> {
  const file = onlyRedFile(run);
  if (process.env['CI'] !== 'true' || check.failed > 0 || file === undefined) return { run };
  console.log(`Running once more, by itself: ${file}`);
  const config = file.startsWith('e2e/') ? journeys : tests;
  const again = await runVitestLane('once more', { config, filters: [file] });
  const counts = totalOf(again);
  if (counts.failed > 0 || counts.passed === 0) return { run };
  return { run: joinRuns([run, again]), defect: run.files[file]?.broken.join('; ') ?? file };
}

function stop(): void {
  stopping ??= stopLanes().then(() => process.exit(130));
}

function secondsSince(startedMs: number): number {
  return Math.round((performance.now() - startedMs) / 1_000);
}

function requireBrowser(): void {
  // Each by itself: an older Debian has no headless shell, and does without.
  if (findChromium() === undefined) installOnce('chromium');
  if (findAdb() === undefined) installOnce('adb');
  // Without it, the tests of NATS are skipped and say so.
  if (findNatsServer() === undefined) installOnce('nats-server');
  if (!hasHeadlessShell() && process.env['CHROMIUM'] === undefined) installOnce(headlessShell);
  if (findChromium() !== undefined) return;
  const missing = findAdb() === undefined ? ['chromium', 'adb'] : ['chromium'];
  console.error(
    `The tests need a Chromium and there is none. Install it and run this again: ${installCommand(missing)}`,
  );
  process.exit(3);
}

function installOnce(name: string): void {
  if (!canInstall()) return;
  console.log(`Installing ${name} for the tests (once, up to a minute) ...`);
  const { isDone, output } = install([name]);
  if (!isDone) console.log(output);
}
