import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunCounts, totalOf } from './counts.ts';
import { type LaneEnd, runLane } from './lane.ts';
import type { Progress } from './progress.ts';

export type VitestRun = {
  readonly config: string;
  readonly filters: readonly string[];
  /** `1/2`: the first half of the files. */
  readonly shard?: string;
  /** Beside journeys: later-workers.ts says what it is. */
  readonly endedJourneys?: string;
  /** Prints at once, each file with its tests. */
  readonly isLive: boolean;
  readonly onProgress?: (progress: Progress) => void;
};

type Place = { readonly repoDir: string; readonly scratch: string };

let runs = 0;

/** A run that fell over before it could count has failed. */
export async function runVitest(
  { repoDir, scratch }: Place,
  { config, filters, shard, endedJourneys, isLive, onProgress }: VitestRun,
): Promise<RunCounts & { end: LaneEnd }> {
  runs += 1;
  const countsFile = join(scratch, `counts-${runs}.json`);
  const end = await runLane({
    args: [
      join(repoDir, 'node_modules/vitest/vitest.mjs'),
      'run',
      `--config=${config}`,
      '--passWithNoTests',
      `--reporter=${isLive ? 'default' : 'minimal'}`,
      `--reporter=${join(repoDir, 'tools/test-run/count-reporter.ts')}`,
      ...(shard === undefined ? [] : [`--shard=${shard}`]),
      ...filters,
    ],
    cwd: repoDir,
    env: {
      COUNTS_FILE: countsFile,
      ...(endedJourneys === undefined ? {} : { ENDED_JOURNEYS: endedJourneys }),
      TMPDIR: scratch,
      // Tests start many short programs of ours: each finds the code that the first has compiled.
      NODE_COMPILE_CACHE: join(scratch, 'compiled'),
    },
    isLive,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const counts = readCounts(countsFile);
  if (counts === undefined || (end.code !== 0 && totalOf(counts).failed === 0))
    return { files: {}, ...counts, errors: [`vitest --config ${config} ended with ${end.code}`], end };
  return { ...counts, end };
}

function readCounts(path: string): RunCounts | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RunCounts;
  } catch {
    return undefined;
  }
}
