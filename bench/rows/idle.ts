import { mkdtempSync, rmSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { measureTree } from '../process-tree.ts';
import type { Row } from '../row.ts';
import { startOn } from '../running-product.ts';

// The work after a start (first thumbnails, caches) is done by then.
const settleMs = 20_000;
const watchedMs = 30_000;

/** The whole product with 12 phones and no user. */
export const idleRow: Row = {
  name: 'idle',
  aim: 'under 3 % of one core and under 1 GB with 12 phones',
  async measure() {
    if (platform() !== 'linux')
      return { figures: [], baseline: [], note: 'Measured from /proc, on Linux only.' };
    const place = mkdtempSync(join(tmpdir(), 'pocketfleet-bench-idle-'));
    const run = await startOn(join(place, 'data'));
    try {
      await run.ready;
      await wait(settleMs);
      const pid = run.child.pid ?? 0;
      const before = measureTree(pid);
      await wait(watchedMs);
      const after = measureTree(pid);
      const share = ((after.cpuSeconds - before.cpuSeconds) / (watchedMs / 1000)) * 100;
      return {
        figures: [
          { what: 'of one core', value: share, unit: '%' },
          { what: 'memory (PSS)', value: after.memoryMb, unit: 'MB' },
          { what: 'processes', value: after.processes, unit: 'count' },
        ],
        baseline: [],
      };
    } finally {
      await run.stop();
      rmSync(place, { recursive: true, force: true });
    }
  },
};
