import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { type Counts, noCounts, type RunCounts } from './counts.ts';

/** Writes how a vitest run went to the file that COUNTS_FILE names, for the last line of `npm test`. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const path = process.env['COUNTS_FILE'];
    if (path === undefined) return;
    const run: RunCounts = { files: {}, errors: unhandledErrors.length };
    for (const module of modules) run.files[module.relativeModuleId] = countModule(module);
    writeFileSync(path, JSON.stringify(run));
  }
}

function countModule(module: TestModule): Counts {
  const counts = noCounts();
  if (module.errors().length > 0) counts.failed += 1;
  for (const test of module.children.allTests()) {
    const result = test.result();
    if (test.diagnostic()?.flaky === true) counts.retried.push(test.fullName);
    if (result.state === 'passed') counts.passed += 1;
    else if (result.state === 'failed') counts.failed += 1;
    else
      counts.skipped.push({
        name: test.fullName,
        reason: result.state === 'skipped' ? (result.note ?? '') : 'did not run',
      });
  }
  return counts;
}
