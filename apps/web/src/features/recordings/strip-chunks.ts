import type { RecordingChunk } from '@pocketfleet/contract';

/**
 * The chunks whose first pictures stand in the strip's equal parts: of each, the last chunk with a picture of its own that
 * begins before its middle. Undefined: the picture began later. Pure.
 */
export function chunksOfStrip(
  chunks: readonly Pick<RecordingChunk, 'number' | 'from_ms' | 'has_key'>[],
  durationMs: number,
  parts: number,
): (number | undefined)[] {
  const withPicture = chunks.filter(({ has_key }) => has_key);
  return Array.from({ length: parts }, (_, part) => {
    const middleMs = ((part + 0.5) * durationMs) / parts;
    return withPicture.findLast(({ from_ms }) => from_ms <= middleMs)?.number;
  });
}
