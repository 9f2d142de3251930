/** How a run of tests went. */
export type Counts = {
  passed: number;
  failed: number;
  /** Each that failed, with the first line of its reason: a long log may be cut off at its beginning. */
  broken: string[];
  skipped: { name: string; reason: string }[];
  /** Passed only at a further try. */
  retried: string[];
};

/** How each file of a run went, and the reasons of what fell over without belonging to a file. */
export type RunCounts = { files: Record<string, Counts>; errors: string[] };

const runAgainAtMost = 3;

export function noCounts(): Counts {
  return { passed: 0, failed: 0, broken: [], skipped: [], retried: [] };
}

export function addCounts(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((sum, each) => sum + each.passed, 0),
    failed: all.reduce((sum, each) => sum + each.failed, 0),
    broken: all.flatMap((each) => each.broken),
    skipped: all.flatMap((each) => each.skipped),
    retried: all.flatMap((each) => each.retried),
  };
}

/**
 * Files that deserve a run of their own: few failed, and nothing fell over outside of them. What is broken
 * fails there again; what only suffered from its neighbours or from a busy machine does not.
 */
export function filesToRunAgain({ files, errors }: RunCounts): string[] {
  const failed = Object.keys(files).filter((file) => (files[file]?.failed ?? 0) > 0);
  return errors.length === 0 && failed.length <= runAgainAtMost ? failed : [];
}

/** All files passed, and yet something fell over that belongs to none: which one it was, only another run tells. */
export function fellOverOutside({ files, errors }: RunCounts): boolean {
  const all = Object.values(files);
  return errors.length > 0 && all.length > 0 && all.every(({ failed }) => failed === 0);
}

/** The first run with the files of the second in place of its own, each named as passed at a further try. */
export function joinRuns(first: RunCounts, second: RunCounts): RunCounts {
  const files = { ...first.files };
  for (const [file, counts] of Object.entries(second.files)) {
    const named = counts.failed === 0 ? [...counts.retried, `${file}, in a run of its own`] : counts.retried;
    files[file] = { ...counts, retried: named };
  }
  return { files, errors: [...first.errors, ...second.errors] };
}

export function totalOf({ files, errors }: RunCounts): Counts {
  const total = addCounts(Object.values(files));
  return { ...total, failed: total.failed + errors.length, broken: [...total.broken, ...errors] };
}

/** The last line of `npm test`. */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  const tail = skipped.length === 0 ? '' : `, ${skipped.length} skipped`;
  return `${passed} passed, ${failed} failed${tail}`;
}
