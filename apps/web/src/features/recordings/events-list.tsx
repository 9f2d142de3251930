import { Select } from '@pocketfleet/ui';
import clsx from 'clsx';
import { EyeOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#language/recordings';
import { ActorIcon } from '../../streams/actor-icon.tsx';
import { EventDetail } from '../../streams/event-detail.tsx';
import { actorKeyOf, type ListedEvent, listActors, nameOf } from './actors.ts';
import { MarkedText } from './marked-text.tsx';
import { formatPosition } from './recording-times.ts';

type Props = {
  events: readonly ListedEvent[];
  atMs: number;
  words: readonly string[];
  onChoose(atMs: number): void;
};

/** Actions and what happened beside them, of all or of one. The list follows the position. */
export function EventsList({ events, atMs, words, onChoose }: Props) {
  const [who, setWho] = useState('');
  const shown = who === '' ? events : events.filter((event) => actorKeyOf(event) === who);
  const current = shown.findLastIndex((event) => event.at_ms <= atMs);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const row = list.current?.children[current];
    if (!(row instanceof HTMLElement) || list.current === null) return;
    const { offsetTop, offsetHeight } = row;
    const { scrollTop, clientHeight } = list.current;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
      list.current.scrollTop = offsetTop - clientHeight / 2;
  }, [current]);
  return (
    <section
      aria-label={texts.actions}
      className="flex min-h-0 flex-col rounded-card border border-hairline bg-surface"
    >
      <header className="flex h-14 shrink-0 items-center justify-between gap-3 border-hairline border-b px-4">
        <h2 className="font-semibold text-card">{texts.actions}</h2>
        <Select
          aria-label={texts.whoseActions}
          value={who}
          options={[
            { value: '', label: texts.everybody(events.length) },
            ...listActors(events).map(({ key, name, events: own }) => ({
              value: key,
              label: `${name} ${own.length}`,
            })),
          ]}
          onChange={({ target }) => setWho(target.value)}
        />
      </header>
      {events.length === 0 ? <p className="p-4 text-second">{texts.noActions}</p> : null}
      <ol ref={list} className="relative min-h-0 flex-1 overflow-y-auto py-1">
        {shown.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same time may have several events, and rows are only added.
          <li key={`${event.at_ms} ${at}`}>
            <button
              type="button"
              aria-current={at === current ? 'true' : undefined}
              onClick={() => onChoose(event.at_ms)}
              className={clsx(
                'flex w-full items-start gap-3 border-l-3 px-3.5 py-2 text-left hover:bg-hover',
                at === current ? 'border-main bg-hover' : 'border-transparent',
              )}
            >
              <span className="w-14 shrink-0 pt-0.5 font-mono text-second text-small">
                {formatPosition(event.at_ms)}
              </span>
              <WhoIcon event={event} />
              <span className="min-w-0 flex-1">
                <span className="block break-words font-medium">
                  <MarkedText text={texts.eventTitle(event)} words={words} />
                </span>
                <span className="block text-small">
                  <EventDetail event={event}>
                    <MarkedText text={detailOf(event)} words={words} />
                  </EventDetail>
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function WhoIcon({ event }: { event: ListedEvent }) {
  if (event.type !== 'gap') return <ActorIcon who={event.who} />;
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-warning-tint text-warning"
    >
      <EyeOff size={13} strokeWidth={2} />
    </span>
  );
}

function detailOf(event: ListedEvent): string {
  if (event.type === 'gap') return texts.gapText;
  const name = nameOf(event);
  if (event.type === 'question') return [name, texts.questionEnd(event)].join(' · ');
  if (event.type === 'opened')
    return [name, texts.openUntil(event.until_ms === null ? null : formatPosition(event.until_ms))].join(
      ' · ',
    );
  if (event.type !== 'action') return name;
  const facts = [
    name,
    event.target?.ref ? event.target.ref : '',
    event.is_secret ? texts.hiddenEverywhere : '',
    event.confirmed ? texts.readBack[event.confirmed] : '',
    event.done ? '' : texts.refused(event.why ?? ''),
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}
