// Receipts that were printed not long ago, on this node. Printing keeps the process busy, which also relays pictures; so
// the same content is printed once, also when it is asked for again while it is printed.
import { createHash } from 'node:crypto';
import type { PrintedPage } from '../platform/pdf.ts';

type Printed = Promise<Uint8Array<ArrayBuffer>>;
/** A few kilobytes each. */
const mostKept = 500;

/** `print` is called once for each content. What was asked for longest ago is forgotten first. */
export function createReceiptCache(print: (page: PrintedPage) => Printed): (page: PrintedPage) => Printed {
  const kept = new Map<string, Printed>();
  return (page) => {
    const key = createHash('sha256').update(JSON.stringify(page)).digest('base64url');
    const printed = kept.get(key) ?? print(page);
    kept.delete(key);
    kept.set(key, printed);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    // A failure is not kept; whoever waits for it hears of it.
    printed.catch(() => kept.delete(key));
    return printed;
  };
}
