// A recording: picture, actions and the screen as data at the same moment, and one timeline below.
import type { RecordedEvent, Recording, RecordingChunk } from '@pocketfleet/contract';
import { Button, Checkbox, IconButton, SearchField, Select } from '@pocketfleet/ui';
import { ChevronDown, ChevronUp, Pause, Play, StepBack, StepForward } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import * as texts from '#language/recordings';
import { EventsList } from './events-list.tsx';
import { findInRecording, wordsOf } from './find-in-recording.ts';
import { RecordedPicture } from './recorded-picture.tsx';
import type { RecordedVideo } from './recorded-video.ts';
import { formatPosition } from './recording-times.ts';
import { ScreenText } from './screen-text.tsx';
import { Timeline } from './timeline.tsx';
import { speeds, usePlayback } from './use-playback.ts';

type Props = {
  recording: Recording & { chunks: RecordingChunk[] };
  events: readonly RecordedEvent[];
  /** Export and erase. */
  tools: ReactNode;
};

/** The control that is used within this time is framed on the picture. */
const aheadMs = 1_500;

export function RecordingPlayer({ recording, events, tools }: Props) {
  const { chunks } = recording;
  const video = useRef<RecordedVideo | null>(null);
  const [query, setQuery] = useState('');
  const durationMs = Math.max(recording.duration_ms, events.at(-1)?.at_ms ?? 0);
  const listed = useMemo(() => events.filter((event) => event.type !== 'screen'), [events]);
  const screens = useMemo(() => events.filter((event) => event.type === 'screen'), [events]);
  const changes = useMemo(
    () =>
      [...events.map(({ at_ms }) => at_ms), ...chunks.map(({ from_ms }) => from_ms)].sort((a, b) => a - b),
    [events, chunks],
  );
  const onVideo = useCallback((created: RecordedVideo | null) => {
    video.current = created;
  }, []);
  const onMove = useCallback((atMs: number) => video.current?.show(atMs), []);
  const playback = usePlayback(durationMs, changes, onMove);
  const { atMs, isPlaying, seek } = playback;
  const hits = useMemo(() => findInRecording(events, query), [events, query]);
  const words = useMemo(() => wordsOf(query), [query]);
  const passed = hits.findLastIndex((hit) => hit.atMs <= atMs);
  const gap = listed.findLast(
    (event) => event.type === 'gap' && event.at_ms <= atMs && event.until_ms > atMs,
  );
  const screen = screens.findLast(({ at_ms }) => at_ms <= atMs);
  const next = listed.find(
    (event) => event.type === 'action' && event.at_ms >= atMs && event.at_ms <= atMs + aheadMs,
  );
  const nextAction = next?.type === 'action' ? next : undefined;
  const seekTo = (found: { at_ms: number } | { atMs: number } | undefined) => {
    if (found !== undefined) seek('atMs' in found ? found.atMs : found.at_ms);
  };
  const search = (text: string) => {
    setQuery(text);
    seekTo(findInRecording(events, text)[0]);
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={texts.search}
          value={query}
          onChange={search}
          pauseMs={250}
          className="w-full sm:w-96"
        />
        {words.length === 0 ? null : (
          <>
            <span role="status" className="text-second text-small">
              {texts.hits(Math.max(1, passed + 1), hits.length)}
            </span>
            <IconButton
              label={texts.previousHit}
              icon={<ChevronUp />}
              disabled={passed <= 0}
              onClick={() => seekTo(hits[passed - 1])}
            />
            <IconButton
              label={texts.nextHit}
              icon={<ChevronDown />}
              disabled={passed >= hits.length - 1}
              onClick={() => seekTo(hits[passed + 1])}
            />
          </>
        )}
      </div>
      <div className="grid grid-cols-1 gap-4 lg:h-[clamp(360px,calc(100dvh-470px),640px)] lg:grid-cols-[minmax(220px,1fr)_1.2fr_1.3fr] max-lg:auto-rows-[420px]">
        <RecordedPicture
          id={recording.id}
          model={recording.phone.model ?? ''}
          chunks={chunks}
          onVideo={onVideo}
          gap={gap?.type === 'gap' ? gap : undefined}
          next={nextAction}
          display={screen?.display}
        />
        <EventsList events={listed} atMs={atMs} words={words} onChoose={seek} />
        <ScreenText
          screen={gap === undefined ? screen : undefined}
          isInGap={gap !== undefined}
          atMs={atMs}
          words={words}
          nextRef={nextAction?.target?.ref}
        />
      </div>
      <section
        aria-label={texts.timeline}
        className="rounded-card border border-hairline bg-surface px-4 pt-3 pb-4"
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button kind="primary" icon={isPlaying ? <Pause /> : <Play />} onClick={playback.toggle}>
            {isPlaying ? texts.pause : texts.play}
          </Button>
          <span className="font-mono">
            {formatPosition(atMs)} <span className="text-second">{texts.of}</span>{' '}
            {formatPosition(durationMs)}
          </span>
          <Select
            aria-label={texts.speed}
            value={playback.speed}
            options={speeds.map((speed) => ({ value: speed, label: `${speed}×` }))}
            onChange={({ target }) => playback.setSpeed(speeds.find((each) => each === target.value) ?? '1')}
          />
          <Checkbox
            label={texts.skipStill}
            checked={playback.skipsStill}
            onChange={({ target }) => playback.setSkipsStill(target.checked)}
          />
          <span className="flex items-center gap-1 text-second text-small">
            <IconButton
              label={texts.previousAction}
              icon={<StepBack />}
              onClick={() => seekTo(listed.findLast(({ at_ms }) => at_ms < atMs))}
            />
            <IconButton
              label={texts.nextAction}
              icon={<StepForward />}
              onClick={() => seekTo(listed.find(({ at_ms }) => at_ms > atMs))}
            />
            {texts.actionByAction}
          </span>
          <span className="ml-auto" />
          <span className="text-second text-small">{texts.sizeEncrypted(recording.bytes)}</span>
          {tools}
        </div>
        <Timeline
          id={recording.id}
          durationMs={durationMs}
          atMs={atMs}
          events={listed}
          chunks={chunks}
          hits={hits}
          onSeek={seek}
        />
      </section>
    </div>
  );
}
