// A cache of printed receipts of this node. Printing blocks the process, which also relays video, so equal receipts are
// printed once, even when they are requested concurrently.
import { createHash } from 'node:crypto';
import type { PrintedPage } from '../platform/pdf.ts';

type Printed = Promise<Uint8Array<ArrayBuffer>>;
/** Receipts have a few kilobytes each. */
const maxEntries = 500;

/** Calls `print` once for each content. The receipt that was not requested for the longest time is dropped first. */
export function createReceiptCache(print: (page: PrintedPage) => Printed): (page: PrintedPage) => Printed {
  const cache = new Map<string, Printed>();
  return (page) => {
    const key = createHash('sha256').update(JSON.stringify(page)).digest('base64url');
    const printed = cache.get(key) ?? print(page);
    cache.delete(key);
    cache.set(key, printed);
    const [oldest] = cache.keys();
    if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest);
    // A failure is not cached.
    printed.catch(() => cache.delete(key));
    return printed;
  };
}
