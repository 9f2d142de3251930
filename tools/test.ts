// npm test: everything that CI runs. What is missing on the machine is installed, or named with the one
// command that installs it (exit 3). `npm test -- PATH` runs only the vitest files under PATH.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerOrGoOn } from './command-line.ts';
import {
  addCounts,
  type Counts,
  describeCounts,
  fellOverOutside,
  filesToRunAgain,
  joinRuns,
  noCounts,
  type RunCounts,
  totalOf,
} from './test-run/counts.ts';
import { canInstall, findAdb, findChromium, install, installCommand } from './test-run/system-programs.ts';

const help = `npm test: the check, every *.test.ts and the journeys in e2e/, as CI runs them: half an hour on two cores.
npm test -- apps/api runs only the tests whose paths contain that; any number of paths may be given.

Exit 0: green. 1: something failed. 2: an argument it does not know. 3: there is no Chromium.
How the tests are arranged, and how to run one journey: docs/develop/test.md.`;
answerOrGoOn({ name: 'npm test', help, takesPaths: true }, process.argv.slice(2));

const repoDir = resolve(fileURLToPath(import.meta.url), '../..');
const scratch = mkdtempSync(join(tmpdir(), 'pocketfleet-test-run-'));
const paths = process.argv.slice(2);
const parts: Counts[] = [];
let vitestRuns = 0;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

if (paths.length > 0) {
  parts.push(await runVitest('vitest.config.ts', paths));
} else {
  requireBrowser();
  parts.push(await runCheck());
  parts.push(await runVitest('vitest.config.ts', []));
  parts.push(await runVitest('e2e/vitest.config.ts', []));
}
const total = addCounts(parts);
for (const { name, reason } of total.skipped) {
  console.log(`skipped: ${name}: ${reason || 'NO REASON GIVEN'}`);
}
for (const name of total.retried) console.log(`passed only at a further try: ${name}`);
// A test may be skipped only for a reason that is printed.
total.failed += total.skipped.filter((each) => each.reason === '').length;
for (const reason of total.broken) console.log(`failed: ${reason}`);
console.log(describeCounts(total));
process.exit(total.failed === 0 ? 0 : 1);

function requireBrowser(): void {
  const missing = [
    ...(findChromium() === undefined ? ['chromium'] : []),
    ...(findAdb() === undefined ? ['adb'] : []),
  ];
  if (missing.length > 0 && canInstall()) {
    console.log(`Installing ${missing.join(' and ')} for the tests (once, about a minute) ...`);
    const { isDone, output } = install(missing);
    if (!isDone) console.log(output);
  }
  if (findChromium() !== undefined) return;
  console.error(
    `The tests need a Chromium and there is none. Install it and run this again: ${installCommand(missing)}`,
  );
  process.exit(3);
}

async function runCheck(): Promise<Counts> {
  const code = await run(process.execPath, [join(repoDir, 'tools/check.ts')]);
  if (code === 0) return { ...noCounts(), passed: 1 };
  return { ...noCounts(), failed: 1, broken: ['npm run check'] };
}

async function runVitest(config: string, filters: readonly string[]): Promise<Counts> {
  const first = await runVitestOnce(config, filters);
  if (fellOverOutside(first)) {
    for (const reason of first.errors) console.log(`Running all of it again: ${reason}`);
    const second = await runVitestOnce(config, filters);
    return addCounts([totalOf(second), { ...noCounts(), retried: first.errors }]);
  }
  const again = filesToRunAgain(first);
  if (again.length === 0) return totalOf(first);
  console.log(`Running again, by itself: ${again.join(', ')}`);
  return totalOf(joinRuns(first, await runVitestOnce(config, again)));
}

async function runVitestOnce(config: string, filters: readonly string[]): Promise<RunCounts> {
  vitestRuns += 1;
  const countsFile = join(scratch, `${vitestRuns}.json`);
  const vitest = join(repoDir, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', `--reporter=${join(repoDir, 'tools/test-run/count-reporter.ts')}`];
  const args = [vitest, 'run', '--config', config, '--passWithNoTests', ...reporters, ...filters];
  const code = await run(process.execPath, args, { COUNTS_FILE: countsFile });
  const counts = readCounts(countsFile);
  // A run that fell over before it could count has not passed.
  if (code !== 0 && totalOf(counts).failed === 0)
    counts.errors.push(`vitest --config ${config} ended with ${code}`);
  return counts;
}

function readCounts(path: string): RunCounts {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RunCounts;
  } catch {
    return { files: {}, errors: [] };
  }
}

function run(
  program: string,
  args: readonly string[],
  extraEnv: Record<string, string> = {},
): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd: repoDir,
      stdio: 'inherit',
      env: { ...process.env, ...extraEnv },
    });
    const stop = (): void => {
      child.kill('SIGTERM');
    };
    process.once('exit', stop);
    child.once('error', fail);
    child.once('close', (code) => {
      process.off('exit', stop);
      done(code ?? 1);
    });
  });
}
