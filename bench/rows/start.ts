import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile } from '../percentile.ts';
import type { Row } from '../row.ts';
import { startOn } from '../running-product.ts';
import { cpuOfEmptyProgram, timeApiStarts } from '../start/api-starts.ts';

const laterStarts = 3;
const apiStarts = 5;

/** `npm start` on an installed tree until `ready`: on a fresh data folder, and again on the same one. And the API alone. */
export const startRow: Row = {
  name: 'start',
  aim: 'ready within 6 s on an installed tree, the API alone within 1 s',
  async measure() {
    const place = mkdtempSync(join(tmpdir(), 'pocketfleet-bench-start-'));
    try {
      const first = await timeOneStart(join(place, 'data'));
      const later: number[] = [];
      for (let count = 0; count < laterStarts; count += 1)
        later.push(await timeOneStart(join(place, 'data')));
      const emptyMs = await cpuOfEmptyProgram();
      const api = await timeApiStarts(apiStarts);
      const median = (values: readonly number[]) => percentile(values, 0.5);
      return {
        figures: [
          { what: 'fresh data folder, site built before', value: first / 1000, unit: 's' },
          { what: `later starts, median of ${laterStarts}`, value: percentile(later, 0.5) / 1000, unit: 's' },
          { what: 'later starts, worst', value: Math.max(...later) / 1000, unit: 's' },
          {
            what: `the API alone, median of ${apiStarts}`,
            value: median(api.map(({ readyMs }) => readyMs)) / 1000,
            unit: 's',
          },
          { what: 'the API alone, its CPU', value: median(api.map(({ cpuMs }) => cpuMs)) / 1000, unit: 's' },
        ],
        baseline: [{ what: 'an empty Node.js program, its CPU', value: emptyMs / 1000, unit: 's' }],
      };
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  },
};

async function timeOneStart(dataDir: string): Promise<number> {
  const startedMs = performance.now();
  const run = await startOn(dataDir);
  try {
    await run.ready;
    return performance.now() - startedMs;
  } finally {
    await run.stop();
  }
}
