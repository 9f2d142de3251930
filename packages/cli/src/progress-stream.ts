/** Passes bytes on and says how far they are, at most ten times a second. `size` 0: unknown. */
export function countingStream(
  size: number,
  say: (text: string) => void,
  onEnd: (bytes: number) => void,
): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  let saidAtMs = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      const now = performance.now();
      if (now - saidAtMs > 100) {
        saidAtMs = now;
        say(size > 0 ? `${bar(bytes / size)} ${megabytes(bytes)} of ${megabytes(size)}` : megabytes(bytes));
      }
      controller.enqueue(chunk);
    },
    flush: () => onEnd(bytes),
  });
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, share) * 20);
  return `${'█'.repeat(filled)}${'░'.repeat(20 - filled)} ${Math.floor(share * 100)} %`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
