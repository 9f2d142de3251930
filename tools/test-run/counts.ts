/** How a run of tests went. */
export type Counts = {
  passed: number;
  failed: number;
  skipped: { name: string; reason: string }[];
  /** Passed at the second try. */
  retried: string[];
};

export function addCounts(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((sum, each) => sum + each.passed, 0),
    failed: all.reduce((sum, each) => sum + each.failed, 0),
    skipped: all.flatMap((each) => each.skipped),
    retried: all.flatMap((each) => each.retried),
  };
}

/** The last line of `npm test`. */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  const tail = skipped.length === 0 ? '' : `, ${skipped.length} skipped`;
  return `${passed} passed, ${failed} failed${tail}`;
}
