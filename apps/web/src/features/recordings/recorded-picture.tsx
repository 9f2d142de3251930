import type { RecordedEvent, RecordingChunk } from '@pocketfleet/contract';
import { PhoneBody, phoneFamily } from '@pocketfleet/ui';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#language/recordings';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { screenSizeOf } from '../../streams/screen-size.ts';
import { useFittingScale } from '../../streams/use-fitting-scale.ts';
import { canPlayRecordings, RecordedVideo } from './recorded-video.ts';

type Gap = Extract<RecordedEvent, { type: 'gap' }>;
type Action = Extract<RecordedEvent, { type: 'action' }>;

type Props = {
  id: string;
  /** The phone's model, by which its body is drawn. */
  model: string;
  chunks: readonly RecordingChunk[];
  /** Null once the picture is gone. Always the same function. */
  onVideo(video: RecordedVideo | null): void;
  gap: Gap | undefined;
  /** The next action, and the display that its rectangle is of. */
  next: Action | undefined;
  display: { width: number; height: number } | null | undefined;
};

/** The picture at the position. Over a gap stands why there is none. */
export function RecordedPicture({ id, model, chunks, onVideo, gap, next, display }: Props) {
  const client = useClient();
  const canvas = useRef<HTMLCanvasElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [pictureSize, setPictureSize] = useState<{ width: number; height: number } | null>(null);
  const screenSize = screenSizeOf(pictureSize);
  const scale = useFittingScale(place, screenSize);
  const [video, setVideo] = useState<RecordedVideo | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const canPlay = canPlayRecordings();
  useEffect(() => {
    if (!canPlay || canvas.current === null) return;
    const created = new RecordedVideo({
      canvas: canvas.current,
      fetchChunk: async (chunk) =>
        new Uint8Array((await client.call('getRecordedVideo', { params: { id }, query: { chunk } })).bytes),
      onSize: setPictureSize,
      onFailed: setFailure,
    });
    setVideo(created);
    onVideo(created);
    return () => {
      onVideo(null);
      created.close();
    };
  }, [client, id, onVideo, canPlay]);
  useEffect(() => video?.setChunks(chunks), [chunks, video]);
  const hasPicture = chunks.some(({ has_key }) => has_key);
  const message = !canPlay
    ? texts.cantPlay
    : failure !== null
      ? texts.notDone(reasonOf(failure))
      : hasPicture
        ? ''
        : texts.noPictureYet;
  const frame = next?.target?.rect;
  return (
    <section
      aria-label={texts.phonePicture}
      className="on-ink relative flex min-h-0 items-center justify-center overflow-hidden rounded-card bg-ink p-4 text-main"
    >
      <div ref={place} aria-hidden="true" className="invisible absolute inset-4" />
      <PhoneBody family={phoneFamily(model)} scale={scale} {...screenSize}>
        {/* The frame keeps its place on a picture of any form: both are fitted in the same way. */}
        <canvas ref={canvas} width={9} height={16} className="absolute inset-0 size-full object-contain" />
        {frame && display && gap === undefined ? (
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${display.width} ${display.height}`}
            className="pointer-events-none absolute inset-0 size-full fill-none stroke-lime"
          >
            <rect {...frame} rx={display.width / 60} strokeWidth={display.width / 120} />
          </svg>
        ) : null}
        {gap ? (
          <div className="absolute inset-0 flex flex-col items-center justify-center gap-1 bg-ink/95 p-4 text-center">
            <p role="status" className="font-semibold">
              {texts.eventTitle(gap)}
            </p>
            <p className="text-second text-small">{texts.gapText}</p>
          </div>
        ) : null}
        {message === '' ? null : (
          <p
            role="status"
            className="absolute inset-0 flex items-center justify-center p-4 text-center text-small"
          >
            {message}
          </p>
        )}
      </PhoneBody>
    </section>
  );
}
