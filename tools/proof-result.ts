// The result of a proof: the results of its tests, and the figures that it wrote itself.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export type Result = {
  is_proven: boolean;
  finished_at: string;
  seconds: number;
  tests: { name: string; status: string; seconds: number }[];
  /** The proof's own figures. */
  figures?: unknown;
};

/** Of all files of the proof: each wrote to `path`, or, where several do, to a part beside it. */
export function readFigures(path: string): unknown {
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)));
  if (names.length === 0) return undefined;
  const parts = names
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(dirname(path), name), 'utf8')) as object);
  return parts.length === 1 ? parts[0] : Object.assign({}, ...parts);
}

export function readTests(report: string): Result['tests'] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { fullName: string; status: string; duration?: number }[] }[];
  };
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ fullName, status, duration = 0 }) => ({
      name: fullName,
      status,
      seconds: Math.round(duration / 1_000),
    }));
}
