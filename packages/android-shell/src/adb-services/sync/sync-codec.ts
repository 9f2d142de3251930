import type { Transform } from 'node:stream';
import {
  createBrotliCompress,
  createBrotliDecompress,
  createZstdCompress,
  createZstdDecompress,
  constants as zlib,
} from 'node:zlib';
import { SyncFlag } from './sync-wire.ts';

export type SyncCodec = 'none' | 'brotli' | 'zstd';

/** Null when the flags ask for something that we don't offer. */
export function codecOf(flags: number): SyncCodec | null {
  switch (flags & ~SyncFlag.dryRun) {
    case SyncFlag.none:
      return 'none';
    case SyncFlag.brotli:
      return 'brotli';
    case SyncFlag.zstd:
      return 'zstd';
    default:
      return null;
  }
}

export function decoder(codec: SyncCodec): Transform | null {
  if (codec === 'brotli') return createBrotliDecompress();
  return codec === 'zstd' ? createZstdDecompress() : null;
}

export function encoder(codec: SyncCodec): Transform | null {
  // adbd compresses with quality 1: the cable is slow, but not that slow.
  if (codec === 'brotli') return createBrotliCompress({ params: { [zlib.BROTLI_PARAM_QUALITY]: 1 } });
  return codec === 'zstd' ? createZstdCompress() : null;
}

/** Passes the pieces through a (de)compressor; without one they go on as they are. */
export async function* through(
  pieces: AsyncIterable<Buffer>,
  codec: Transform | null,
): AsyncGenerator<Buffer> {
  if (codec === null) {
    yield* pieces;
    return;
  }
  const feeding = feed(pieces, codec);
  feeding.catch((error: Error) => codec.destroy(error));
  try {
    for await (const piece of codec) yield piece;
  } finally {
    codec.destroy();
  }
  await feeding;
}

async function feed(pieces: AsyncIterable<Buffer>, codec: Transform): Promise<void> {
  for await (const piece of pieces) {
    if (!codec.write(piece)) {
      await new Promise<void>((resolve) => {
        codec.once('drain', resolve);
        codec.once('close', resolve);
      });
    }
    if (codec.destroyed) return;
  }
  codec.end();
}
