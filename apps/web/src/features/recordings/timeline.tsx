import type { RecordingChunk } from '@pocketfleet/contract';
import clsx from 'clsx';
import * as texts from '#language/recordings';
import { ActorIcon, agentFill } from '../../streams/actor-icon.tsx';
import { type ListedEvent, listActors, withinLanes } from './actors.ts';
import type { Hit } from './find-in-recording.ts';
import { PictureStrip } from './picture-strip.tsx';
import { formatPosition } from './recording-times.ts';

const maxLanes = 6;
/** Its thumb, 16 px wide and drawn by the line's place, has its middle where the pointer is. */
const overItsThumb = { left: -8, width: 'calc(100% + 16px)', opacity: 0 };

type Props = {
  id: string;
  durationMs: number;
  atMs: number;
  events: readonly ListedEvent[];
  chunks: readonly RecordingChunk[];
  hits: readonly Hit[];
  onSeek(atMs: number): void;
};

/** A lane for the picture with its gaps, one for each who acted, and one for questions. The slider moves with the arrow keys, too. */
export function Timeline({ id, durationMs, atMs, events, chunks, hits, onSeek }: Props) {
  const place = (ms: number) => `${(Math.min(ms, durationMs) / Math.max(1, durationMs)) * 100}%`;
  const lanes = withinLanes(listActors(events), maxLanes);
  const questions = events.filter((event) => event.type === 'question');
  const gaps = events.filter((event) => event.type === 'gap');
  return (
    <div className="grid grid-cols-[72px_1fr] gap-x-3 sm:grid-cols-[112px_1fr]">
      <span />
      <div className="relative h-6">
        {hits.map(({ atMs: hitMs }, at) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: several hits may have the same time, and the list is made anew.
            key={at}
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            onClick={() => onSeek(hitMs)}
            style={{ left: place(hitMs) }}
            className="absolute top-2 size-3 -translate-x-1/2 rounded-full border border-main bg-lime"
          />
        ))}
      </div>
      <span className="self-center text-small">{texts.picture}</span>
      <div className="relative h-9 overflow-hidden rounded-small bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2">
        {chunks.map(({ number, from_ms, to_ms, has_key }) =>
          has_key ? (
            <span
              key={number}
              style={{ left: place(from_ms), width: place(Math.max(to_ms - from_ms, durationMs / 200)) }}
              className="absolute inset-y-0 bg-segment"
            />
          ) : null,
        )}
        <PictureStrip id={id} chunks={chunks} durationMs={durationMs} />
        {gaps.map((gap, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps are only added.
            key={at}
            title={`${formatPosition(gap.at_ms)} ${texts.eventTitle(gap)}`}
            style={{ left: place(gap.at_ms), width: `max(4px, ${place(gap.until_ms - gap.at_ms)})` }}
            className="absolute inset-y-0 border-warning border-x bg-warning-tint"
          />
        ))}
        <span
          style={{ left: place(atMs), translate: '-50%' }}
          className="pointer-events-none absolute inset-y-0 w-0.5 bg-main"
        />
        <span
          style={{ left: place(atMs), top: 10, translate: '-50%' }}
          className="pointer-events-none absolute size-4 rounded-full border-2 border-main bg-lime"
        />
        <input
          type="range"
          aria-label={texts.position}
          aria-valuetext={formatPosition(atMs)}
          min={0}
          max={Math.max(1, durationMs)}
          step={1_000}
          value={atMs}
          onChange={({ target }) => onSeek(Number(target.value))}
          style={overItsThumb}
          className="absolute h-full cursor-pointer"
        />
      </div>
      {lanes.map(({ key, name, events: own }) => (
        <Lane key={key} name={name} events={own} place={place} atMs={atMs} />
      ))}
      {questions.length === 0 ? null : (
        <>
          <span className="truncate pt-1.5 text-small">{texts.questions}</span>
          <div className="relative mt-1.5 h-5 overflow-hidden rounded-small bg-sunken" aria-hidden="true">
            <span
              style={{ left: place(atMs), translate: '-50%' }}
              className="absolute inset-y-0 w-0.5 bg-main"
            />
            {questions.map((question, at) => {
              const waitedMs = Math.min(question.until_ms ?? durationMs, durationMs) - question.at_ms;
              return (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: questions are only added.
                  key={at}
                  title={`${formatPosition(question.at_ms)} ${texts.eventTitle(question)}`}
                  style={{ left: place(question.at_ms), width: `max(4px, ${place(waitedMs)})` }}
                  className="absolute inset-y-0.5 truncate rounded-small border border-warning bg-warning-tint px-1 text-caption text-warning leading-3.5"
                >
                  {texts.waited(
                    formatPosition(
                      question.asked_before_ms +
                        (question.until_ms === null ? waitedMs : question.until_ms - question.at_ms),
                    ),
                  )}
                </span>
              );
            })}
          </div>
        </>
      )}
      <span />
      <div className="flex justify-between pt-1.5 font-mono text-second text-small" aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <span key={part}>{formatPosition(durationMs * part)}</span>
        ))}
      </div>
    </div>
  );
}

function Lane(props: {
  name: string;
  events: readonly ListedEvent[];
  place(ms: number): string;
  atMs: number;
}) {
  const { name, events, place, atMs } = props;
  const who = events.find((event) => 'who' in event)?.who;
  const isProgram = who?.kind === 'key' || who?.kind === 'program';
  return (
    <>
      <span className="flex min-w-0 items-center gap-2 pt-1.5 text-small">
        <span style={{ scale: 0.75 }} className="max-sm:hidden">
          <ActorIcon who={who} />
        </span>
        <span className="truncate">{name}</span>
      </span>
      <div className="relative mt-1.5 h-6 rounded-small bg-sunken" aria-hidden="true">
        {events.map((event, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: events are only added.
            key={at}
            style={{
              left: place(event.at_ms),
              insetBlock: 4,
              translate: '-50%',
              ...(isProgram && agentFill),
            }}
            className={clsx('absolute w-0.5', !isProgram && 'bg-main')}
          />
        ))}
        <span
          style={{ left: place(atMs), insetBlock: -6, translate: '-50%' }}
          className="absolute w-0.5 bg-main"
        />
      </div>
    </>
  );
}
