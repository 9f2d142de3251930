// The memory of a page: its objects, and the buffers behind its arrays.
import type { Page } from 'playwright-core';
import { z } from 'zod';

const everyMs = 500;
const heapUsage = z.object({ usedSize: z.number(), backingStorageSize: z.number() });

/** Watches a page until `stop` returns its largest growth in bytes. Garbage doesn't count. */
export async function watchMemory(page: Page): Promise<{ stop(): Promise<number> }> {
  const session = await page.context().newCDPSession(page);
  const measure = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } = heapUsage.parse(await session.send('Runtime.getHeapUsage'));
    return usedSize + backingStorageSize;
  };
  const before = await measure();
  let most = before;
  const over = Promise.withResolvers<void>();
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await measure());
      await Promise.race([over.promise, new Promise((resolve) => setTimeout(resolve, everyMs))]);
    }
  })();
  return {
    async stop() {
      isOver = true;
      over.resolve();
      await watching;
      most = Math.max(most, await measure());
      await session.detach();
      return most - before;
    },
  };
}
