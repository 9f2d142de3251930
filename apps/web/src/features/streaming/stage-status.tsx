import { LazyBoundary, lazyWithRetry } from '@pocketfleet/ui';
import clsx from 'clsx';
import { useState } from 'react';
import * as texts from '#language/session';
import { RecordingNote } from './recording-note.tsx';
import type { RecordingState } from './use-recording.ts';

const StreamStats = lazyWithRetry(async () => ({
  default: (await import('./stream-stats.tsx')).StreamStats,
}));

type Props = { areStatsShown: boolean; recording: RecordingState };

/**
 * Statistics and recording time. They never cover the phone: they stand above it, or to its left on a wide stage, where the
 * recording time has a place of its own and moves nothing.
 */
export function StageStatus({ areStatsShown, recording }: Props) {
  const [isWhole, setWhole] = useState(false);
  if (!areStatsShown && !recording.isOn) return null;
  const isBeside = areStatsShown && isWhole;
  return (
    <div
      className={clsx(
        areStatsShown ? 'flex max-h-full shrink-0 flex-wrap items-center gap-2' : 'contents',
        isBeside && 'md:@md:h-full md:@md:flex-col md:@md:flex-nowrap md:@md:items-start',
      )}
    >
      {areStatsShown ? (
        <LazyBoundary what={texts.theStatistics}>
          <StreamStats isWhole={isWhole} onWhole={setWhole} />
        </LazyBoundary>
      ) : null}
      {recording.isOn ? <RecordingNote sinceMs={recording.sinceMs} /> : null}
    </div>
  );
}
