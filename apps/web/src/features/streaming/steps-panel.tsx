// The latest actions of programs and people on the phone, as they happen. A default export, because it is loaded when it is
// opened.
import type { RecordedEvent } from '@pocketfleet/contract';
import { Select, Spinner } from '@pocketfleet/ui';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useLayoutEffect, useRef, useState } from 'react';
import * as eventTexts from '#language/recordings';
import { theSteps } from '#language/session-tools';
import * as texts from '#language/steps';
import { useClient } from '../../api/api-provider.tsx';
import { ActorIcon } from '../../streams/actor-icon.tsx';
import { EventDetail } from '../../streams/event-detail.tsx';
import { useSessionPage } from './session-page-context.ts';

/** While the panel is shown, and its page can be seen. */
const pollEveryMs = 1_000;
/** The API tells no more; the list may have begun within the hour then. */
const maxSteps = 100;
/** A list that is nearly at its end follows what is new. */
const nearEndPx = 40;

type Step = Extract<RecordedEvent, { who: unknown }>;
type Who = Step['who'];

export default function StepsPanel() {
  const { device } = useSessionPage();
  const client = useClient();
  const [whose, setWhose] = useState('');
  const found = useQuery({
    queryKey: ['steps', device.id],
    queryFn: ({ signal }) => client.call('listSteps', { params: { id: device.id }, signal }),
    refetchInterval: pollEveryMs,
    retry: false,
  });
  const steps = found.data?.events.filter((event): event is Step => 'who' in event) ?? [];
  const people = new Map(steps.map(({ who }) => [keyOf(who), who?.name ?? eventTexts.unknown]));
  const shown = whose === '' ? steps : steps.filter(({ who }) => keyOf(who) === whose);
  const fromMs = Date.parse(found.data?.from ?? '');
  const list = useFollowedList(fromMs + (shown.at(-1)?.at_ms ?? 0));
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex shrink-0 items-center justify-between gap-3 border-hairline border-b px-4 py-2">
        <p className="min-w-0 text-caption text-second">{texts.lead}</p>
        <Select
          aria-label={texts.whose}
          style={{ maxWidth: 140 }}
          value={people.has(whose) ? whose : ''}
          options={[
            { value: '', label: texts.everybody },
            ...[...people].map(([value, label]) => ({ value, label })),
          ]}
          onChange={({ target }) => setWhose(target.value)}
        />
      </header>
      {found.isPending ? (
        <div className="flex flex-1 items-center justify-center">
          <Spinner size={20} label={texts.loading} />
        </div>
      ) : null}
      {found.isError ? <p className="p-4 text-second text-small">{texts.notLoaded}</p> : null}
      {found.data && shown.length === 0 ? <p className="p-4 text-second text-small">{texts.none}</p> : null}
      {/* Focusable, so that it can be scrolled with the keyboard: its lines are no controls. */}
      <ol
        ref={list}
        aria-label={theSteps}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached without a pointer.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto py-1 -outline-offset-2"
      >
        {shown.map((step, at) => (
          <StepRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the same moment may have several steps.
            key={`${fromMs + step.at_ms} ${at}`}
            step={step}
            atMs={fromMs + step.at_ms}
            isLast={at === shown.length - 1}
          />
        ))}
      </ol>
      {shown.length > 0 ? (
        <p className="flex shrink-0 justify-between gap-3 border-hairline border-t px-4 py-3 text-small">
          <span className="text-second">{texts.thisHour}</span>
          {texts.actions(shown.filter(({ type }) => type === 'action').length, steps.length === maxSteps)}
        </p>
      ) : null}
    </div>
  );
}

/** Framed, and its sign and time still stand in the column of the others. */
const waitingPlace = { marginInline: 6, paddingInline: 9 };
const lineToNext = { top: 36, bottom: -4, left: 28 };

function StepRow({ step, atMs, isLast }: { step: Step; atMs: number; isLast: boolean }) {
  const isWaiting = step.type === 'question' && step.state === 'open';
  return (
    <li
      className={clsx(
        'relative flex items-start gap-3 py-2',
        isWaiting ? 'rounded-card border border-warning bg-warning-tint' : 'px-4',
      )}
      style={isWaiting ? waitingPlace : undefined}
    >
      <ActorIcon who={step.who} />
      {isLast ? null : <span aria-hidden="true" style={lineToNext} className="absolute w-px bg-hairline" />}
      <span className="min-w-0 flex-1">
        <span className="block break-words font-medium text-small">{eventTexts.eventTitle(step)}</span>
        <span className="block text-caption">
          <EventDetail event={step}>{detailOf(step)}</EventDetail>
        </span>
      </span>
      <time dateTime={new Date(atMs).toISOString()} className="shrink-0 font-mono text-caption text-second">
        {new Date(atMs).toTimeString().slice(0, 8)}
      </time>
    </li>
  );
}

function detailOf(step: Step): string {
  const name = step.who?.name ?? eventTexts.unknown;
  if (step.type === 'question')
    return `${name} · ${step.state === 'open' ? texts.waits : eventTexts.questionEnd(step)}`;
  if (step.type !== 'action') return name;
  const facts = [
    name,
    step.is_secret ? eventTexts.hiddenEverywhere : '',
    step.confirmed ? eventTexts.readBack[step.confirmed] : '',
    step.done ? '' : eventTexts.refused(step.why ?? ''),
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

function keyOf(who: Who): string {
  return `${who?.kind ?? ''} ${who?.id ?? ''}`;
}

/** Keeps the end of a list in sight while rows are added, unless somebody has scrolled up. */
function useFollowedList(newestMs: number) {
  const list = useRef<HTMLOListElement>(null);
  const height = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows new rows.
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return;
    const { scrollTop, clientHeight, scrollHeight } = current;
    if (height.current - scrollTop - clientHeight < nearEndPx) current.scrollTop = scrollHeight;
    height.current = scrollHeight;
  }, [newestMs]);
  return list;
}
