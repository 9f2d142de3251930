import type { RecordingChunk } from '@pocketfleet/contract';
import { useEffect, useRef } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { readFrames } from './recorded-frames.ts';
import { canPlayRecordings } from './recorded-video.ts';
import { chunksOfStrip } from './strip-chunks.ts';

const pictureWidthPx = 48;
const mostPictures = 32;
const mostKept = 200;

type Props = { id: string; chunks: readonly RecordingChunk[]; durationMs: number };

/** Small pictures along the timeline. They help to find a place, so a picture that can't be had leaves its part empty. */
export function PictureStrip({ id, chunks, durationMs }: Props) {
  const client = useClient();
  const canvas = useRef<HTMLCanvasElement>(null);
  const kept = useRef(new Map<number, ImageBitmap>());
  useEffect(() => {
    const strip = canvas.current;
    if (strip === null || !canPlayRecordings()) return;
    const abort = new AbortController();
    const { signal } = abort;
    const pictureOf = async (chunk: number): Promise<ImageBitmap | undefined> => {
      const known = kept.current.get(chunk);
      if (known !== undefined) return known;
      const query = { chunk, only: 'first_picture' } as const;
      const { bytes } = await client.call('getRecordedVideo', { params: { id }, query, signal });
      const picture = await decodeFirst(new Uint8Array(bytes));
      if (picture !== undefined && kept.current.size < mostKept) kept.current.set(chunk, picture);
      return picture;
    };
    void drawStrip(strip, { chunks, durationMs, pictureOf, signal });
    return () => abort.abort();
  }, [client, id, chunks, durationMs]);
  return (
    <div aria-hidden="true" className="absolute inset-0">
      <canvas ref={canvas} className="size-full" />
    </div>
  );
}

type Strip = Pick<Props, 'chunks' | 'durationMs'> & {
  pictureOf(chunk: number): Promise<ImageBitmap | undefined>;
  signal: AbortSignal;
};

async function drawStrip(
  canvas: HTMLCanvasElement,
  { chunks, durationMs, pictureOf, signal }: Strip,
): Promise<void> {
  const { clientWidth, clientHeight } = canvas;
  const scale = globalThis.devicePixelRatio;
  const places = Math.min(mostPictures, Math.floor(clientWidth / pictureWidthPx));
  const [width, height] = [(clientWidth / places) * scale, clientHeight * scale];
  const numbers = chunksOfStrip(chunks, durationMs, places);
  for (const [at, chunk] of numbers.entries()) {
    if (chunk === undefined) continue;
    const picture = await pictureOf(chunk).catch(() => undefined);
    if (signal.aborted) return;
    // Only now, so that what was drawn before stays until there is something better.
    if (canvas.width !== Math.round(width * places))
      Object.assign(canvas, { width: Math.round(width * places), height: Math.round(height) });
    if (picture === undefined) continue;
    // As wide as its part, from the top: what is below doesn't fit.
    const sourceHeight = Math.min(picture.height, (picture.width * height) / width);
    canvas
      .getContext('2d')
      ?.drawImage(picture, 0, 0, picture.width, sourceHeight, at * width, 0, width, height);
  }
}

/** The first picture of a chunk, small. Undefined: it has none. */
async function decodeFirst(bytes: Uint8Array<ArrayBuffer>): Promise<ImageBitmap | undefined> {
  const key = readFrames(bytes).find(({ isKey }) => isKey);
  if (key?.config === undefined) return undefined;
  let picture: Promise<ImageBitmap> | undefined;
  const decoder = new VideoDecoder({
    output: (frame) => {
      picture ??= createImageBitmap(frame, { resizeWidth: pictureWidthPx * 2, resizeQuality: 'medium' });
      void picture.catch(() => undefined).finally(() => frame.close());
    },
    error: () => undefined,
  });
  try {
    decoder.configure(key.config);
    decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: 0, data: key.data }));
    await decoder.flush();
    return await picture;
  } finally {
    if (decoder.state !== 'closed') decoder.close();
  }
}
