import type { Device } from '@pocketfleet/contract';
import { LazyBoundary, lazyWithRetry } from '@pocketfleet/ui';
import clsx from 'clsx';
import { useState } from 'react';
import { RecordingNote } from './recording-note.tsx';
import type { LivePlayer } from './use-player.ts';
import type { Recorder } from './use-recording.ts';

const StreamStats = lazyWithRetry(async () => ({
  default: (await import('./stream-stats.tsx')).StreamStats,
}));

type Props = {
  live: LivePlayer;
  device: Device;
  areStatsShown: boolean;
  recorder: Recorder;
};

/** What the stage says beside its phone, and never over it: above it, or to its left where that is wide. */
export function StageNotes({ live, device, areStatsShown, recorder }: Props) {
  const [isWhole, setWhole] = useState(false);
  if (!areStatsShown && !recorder.isOn) return null;
  const isBeside = areStatsShown && isWhole;
  return (
    <div
      className={clsx(
        'flex max-h-full shrink-0 flex-wrap items-center gap-2',
        isBeside && 'md:@md:h-full md:@md:flex-col md:@md:flex-nowrap md:@md:items-start',
      )}
    >
      {areStatsShown ? (
        <LazyBoundary what="The statistics">
          <StreamStats live={live} device={device} isWhole={isWhole} onWhole={setWhole} />
        </LazyBoundary>
      ) : null}
      {recorder.isOn ? <RecordingNote sinceMs={recorder.sinceMs} /> : null}
    </div>
  );
}
