import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { type Counts, type FileCounts, noCounts, type RunCounts, totalOf } from './counts.ts';
import type { Progress } from './progress.ts';
import { findQuarantined, type Quarantined, quarantine } from './quarantine.ts';

type Failure = { readonly message?: string; readonly VITEST_TEST_PATH?: string };

/**
 * Writes how a vitest run went to the file that COUNTS_FILE names, for the last lines of `npm test`, and sends each
 * finished file to the process that started it.
 */
export default class CountReporter implements Reporter {
  readonly #quarantine: readonly Quarantined[];

  constructor(options: { quarantine?: readonly Quarantined[] } = {}) {
    this.#quarantine = options.quarantine ?? quarantine;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    send({ planned: specifications.length });
  }

  onTestModuleEnd(module: TestModule): void {
    send({ file: module.relativeModuleId, broken: countModule(module, this.#quarantine).broken });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly Failure[]): void {
    const path = process.env['COUNTS_FILE'];
    if (path === undefined) return;
    const run: RunCounts = { files: {}, errors: [] };
    for (const module of modules) run.files[module.relativeModuleId] = countModule(module, this.#quarantine);
    for (const error of unhandledErrors) {
      const module = modules.find(({ moduleId }) => moduleId === error.VITEST_TEST_PATH);
      const counts = module && run.files[module.relativeModuleId];
      const reason = `${module?.relativeModuleId ?? 'outside of all files'}: unhandled: ${firstLine([error])}`;
      if (counts === undefined) run.errors.push(reason);
      else addFailure(counts, reason);
    }
    writeFileSync(path, JSON.stringify(run));
    // vitest has set 1 for quarantined failures. A failure after the tests, such as in a global teardown, sets it again.
    const { failed, quarantined } = totalOf(run);
    if (failed === 0 && quarantined.length > 0) process.exitCode = 0;
  }
}

function send(progress: Progress): void {
  // The parent may be gone already: it stops us then.
  if (process.connected) process.send?.(progress, undefined, undefined, () => {});
}

function countModule(module: TestModule, list: readonly Quarantined[]): FileCounts {
  // Without its set-up, in which a later worker waits for its turn.
  const { collectDuration, duration } = module.diagnostic();
  const counts = { ...noCounts(), seconds: (collectDuration + duration) / 1_000 };
  const file = module.relativeModuleId;
  if (module.errors().length > 0) addFailure(counts, `${file}: ${firstLine(module.errors())}`);
  for (const test of module.children.allTests()) {
    const { figure } = test.meta() as { figure?: string };
    if (figure !== undefined) counts.figures.push(figure);
    const result = test.result();
    if (result.state === 'passed') counts.passed += 1;
    else if (result.state === 'failed') {
      const reason = `${file} > ${test.fullName}: ${firstLine(result.errors)}`;
      const known = findQuarantined(file, test.fullName, list);
      if (known === undefined) addFailure(counts, reason);
      else counts.quarantined.push(`${reason} (known cause: ${known.cause})`);
    } else
      counts.skipped.push({
        name: test.fullName,
        reason: result.state === 'skipped' ? (result.note ?? '') : 'did not run',
      });
  }
  return counts;
}

function addFailure(counts: Counts, reason: string): void {
  counts.failed += 1;
  counts.broken.push(reason);
}

const firstLine = (errors: readonly Failure[]): string => errors[0]?.message?.split('\n')[0] ?? 'no reason';
