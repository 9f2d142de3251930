// With TEST_RUNS_LOG=1 each whole run of `npm test` adds a line here, so that several in a row can be shown.
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Counts } from './counts.ts';

const file = 'bench/results/test-runs.jsonl';

export type KeptRun = {
  readonly counts: Counts;
  /** By lane, and `whole`. */
  readonly seconds: Readonly<Record<string, number>>;
  readonly cpuSeconds: number | undefined;
  readonly loadBefore: number;
  readonly defect: string | undefined;
  readonly slowest: readonly { file: string; seconds: number }[];
};

export function keepRun(repoDir: string, run: KeptRun): void {
  if (process.env['TEST_RUNS_LOG'] !== '1') return;
  appendFileSync(
    join(repoDir, file),
    `${JSON.stringify(describeRun(run, readCommit(repoDir), new Date()))}\n`,
  );
}

/** Names only: a reason may hold a path of this machine. */
export function describeRun(run: KeptRun, commit: string, now: Date): Record<string, unknown> {
  const { counts, seconds, cpuSeconds, loadBefore, defect, slowest } = run;
  return {
    date: now.toISOString(),
    commit,
    cores: availableParallelism(),
    load_before: Math.round(loadBefore * 100) / 100,
    seconds,
    cpu_seconds: cpuSeconds,
    passed: counts.passed,
    failed: counts.failed,
    skipped: counts.skipped.length,
    red: counts.broken.map(nameOf),
    red_in_quarantine: counts.quarantined.map(nameOf),
    passed_when_run_again: defect === undefined ? [] : [nameOf(defect)],
    slowest,
  };
}

const nameOf = (reason: string): string => reason.split(': ')[0] ?? reason;

function readCommit(repoDir: string): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: repoDir, encoding: 'utf8' }).stdout ?? '';
  const isChanged = git('status', '--porcelain', '--untracked-files=no').trim() !== '';
  return `${git('rev-parse', '--short', 'HEAD').trim()}${isChanged ? ' with changes' : ''}`;
}
