/**
 * Frees the memory of a buffer at once, after which it is empty. The garbage collector would free the blocks of a large file
 * only after hundreds of MB. Browsers before 2024 lack `transfer`, and leave it to the collector.
 */
export function freeBuffer({ buffer }: Uint8Array<ArrayBuffer>): void {
  if (typeof buffer.transfer === 'function') buffer.transfer(0);
}
