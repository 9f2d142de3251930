/** How tests went. */
export type Counts = {
  passed: number;
  failed: number;
  /** Each that failed, with the first line of its reason: a long log may be cut off at its beginning. */
  broken: string[];
  skipped: { name: string; reason: string }[];
  /** Failed, but named in quarantine.ts: reported, and not counted as failed. */
  quarantined: string[];
  /** Lines with measurements of tests, such as the size of a generated one: printed also when all is green. */
  figures: string[];
};

export type FileCounts = Counts & { seconds: number };

/** How each file of a run went, and the reasons of what fell over without belonging to a file. */
export type RunCounts = { files: Record<string, FileCounts>; errors: string[] };

export function noCounts(): Counts {
  return { passed: 0, failed: 0, broken: [], skipped: [], quarantined: [], figures: [] };
}

export function addCounts(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((sum, each) => sum + each.passed, 0),
    failed: all.reduce((sum, each) => sum + each.failed, 0),
    broken: all.flatMap((each) => each.broken),
    skipped: all.flatMap((each) => each.skipped),
    quarantined: all.flatMap((each) => each.quarantined),
    figures: all.flatMap((each) => each.figures),
  };
}

export function joinRuns(runs: readonly RunCounts[]): RunCounts {
  return {
    files: Object.assign({}, ...runs.map(({ files }) => files)),
    errors: runs.flatMap(({ errors }) => errors),
  };
}

/** A test may be skipped only for a reason that is printed: one without a reason counts as failed. */
export function totalOf({ files, errors }: RunCounts): Counts {
  const total = addCounts(Object.values(files));
  const unexplained = total.skipped.filter(({ reason }) => reason === '');
  const broken = [...errors, ...unexplained.map(({ name }) => `${name}: skipped without a reason`)];
  return { ...total, failed: total.failed + broken.length, broken: [...total.broken, ...broken] };
}

/** The one file that is red, where nothing else is. */
export function onlyRedFile({ files, errors }: RunCounts): string | undefined {
  const red = Object.keys(files).filter((file) => (files[file]?.failed ?? 0) > 0);
  return errors.length === 0 && red.length === 1 ? red[0] : undefined;
}

/** The slowest files first. */
export function slowestFiles({ files }: RunCounts, count: number): { file: string; seconds: number }[] {
  return Object.entries(files)
    .map(([file, { seconds }]) => ({ file, seconds: Math.round(seconds * 10) / 10 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

/** The last line of `npm test`. */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  const tail = skipped.length === 0 ? '' : `, ${skipped.length} skipped`;
  return `${passed} passed, ${failed} failed${tail}`;
}

/** A line for each reason why tests were skipped. Up to three tests are named; of more, how many there are. */
export function describeSkipped({ skipped }: Counts): string[] {
  const namesOf = Map.groupBy(skipped, ({ reason }) => reason || 'NO REASON GIVEN');
  return [...namesOf].map(([reason, tests]) => {
    const names = tests.length > 3 ? `${tests.length} tests` : tests.map(({ name }) => name).join('; ');
    return `skipped: ${names}: ${reason}`;
  });
}
