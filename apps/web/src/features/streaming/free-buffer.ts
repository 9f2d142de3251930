/**
 * Gives the memory of a buffer back at once; it is empty from then on. Left to the garbage collector, the blocks of a large
 * file fill hundreds of MB before it comes. Browsers before 2024 don't have it: there the collector does it.
 */
export function freeBuffer({ buffer }: Uint8Array<ArrayBuffer>): void {
  if (typeof buffer.transfer === 'function') buffer.transfer(0);
}
