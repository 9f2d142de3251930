import type { CalendarRow } from '@pocketfleet/contract';
import clsx from 'clsx';
import { type KeyboardEvent, memo, type PointerEvent, useId, useRef, useState } from 'react';
import { laneLabel, spotLabel, stateLabels } from './lane-labels.ts';
import { useLaneNote } from './lane-note.tsx';
import { type LaneState, laneBox, namedSpots, pathsOf, spotAt, spotsOf, tickLines } from './lane-shapes.ts';
import { nowOn, type TimeScale, ticksOf } from './time-scale.ts';

const barClasses: Record<LaneState, string> = {
  active: 'fill-main stroke-main',
  scheduled: 'fill-segment stroke-field',
  held: 'fill-sunken stroke-field [stroke-dasharray:3_2]',
  ended: 'fill-sunken stroke-hairline',
  turnover: 'fill-field/60',
};

const nameClasses: Partial<Record<LaneState, string>> = { active: 'text-page', ended: 'text-second' };

/**
 * One phone's time: who has it and when; between the bars it is free. Pointing at a bar shows a note about it; with
 * the keyboard, the arrow keys go from bar to bar.
 */
export const Lane = memo(function Lane({ row, scale }: { row: CalendarRow; scale: TimeScale }) {
  const spots = spotsOf(row, scale);
  const label = laneLabel(row, spots);
  const note = useLaneNote();
  const pointed = useRef(-1);
  const listId = useId();
  /** The bar that the arrow keys have reached; -1 without the focus. The bar under the pointer is a ref: it re-renders nothing. */
  const [reached, setReached] = useState(-1);
  const point = (lane: HTMLElement, index: number) => {
    const spot = spots[index];
    pointed.current = spot ? index : -1;
    const { left, width, bottom } = lane.getBoundingClientRect();
    const middle = spot ? (spot.left + spot.width / 2) / laneBox.width : 0;
    note.show(spot ? { text: spotLabel(row.tag, spot), leftPx: left + middle * width, topPx: bottom } : null);
  };
  const leave = () => {
    pointed.current = -1;
    note.show(null);
  };
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = spotAt(spots, ((event.clientX - left) / width) * laneBox.width);
    if (index !== pointed.current || (index >= 0 && !note.isShown())) point(event.currentTarget, index);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    reach(event.currentTarget, Math.min(spots.length - 1, Math.max(0, pointed.current + step)));
  };
  const reach = (lane: HTMLElement, index: number) => {
    setReached(index);
    point(lane, index);
  };
  return (
    <div
      // A listbox for screen readers, which pass their arrow keys to it and read its active option. A lane without bars is one
      // option: the whole time is free.
      role="listbox"
      aria-orientation="horizontal"
      aria-activedescendant={reached < 0 ? undefined : `${listId}-${reached}`}
      tabIndex={spots.length === 0 ? -1 : 0}
      aria-label={label}
      onPointerMove={onMove}
      onPointerDown={onMove}
      onPointerLeave={leave}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && reach(event.currentTarget, 0)}
      onBlur={() => {
        setReached(-1);
        leave();
      }}
      onKeyDown={onKey}
      className="relative h-8 rounded-small -outline-offset-2"
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${laneBox.width} ${laneBox.height}`}
        preserveAspectRatio="none"
        className="block h-8 w-full"
      >
        <path d={tickLines(scale)} vectorEffect="non-scaling-stroke" className="stroke-hairline" />
        {pathsOf(spots).map(({ state, d }) => (
          <path key={state} d={d} vectorEffect="non-scaling-stroke" className={barClasses[state]} />
        ))}
      </svg>
      <NowLine scale={scale} />
      {namedSpots(spots).map(({ state, span, left, width }) => (
        <span
          key={span.assignment_id}
          aria-hidden="true"
          style={{ left: `${left / 10}%`, width: `${width / 10}%` }}
          className={clsx(
            'pointer-events-none absolute inset-y-1 truncate px-1.5 text-caption leading-6',
            nameClasses[state],
          )}
        >
          {span.username}
        </span>
      ))}
      {(spots.length === 0 ? [label] : spots.map((spot) => spotLabel(row.tag, spot))).map((option, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the lane, which names the active one
        <span
          key={option}
          role="option"
          id={`${listId}-${index}`}
          aria-selected={index === reached}
          className="sr-only"
        >
          {option}
        </span>
      ))}
    </div>
  );
});

/** The names of months, weeks or days over the lanes, and a mark at this moment. */
export function Ticks({ scale }: { scale: TimeScale }) {
  return (
    <span className="relative block h-5">
      {ticksOf(scale).map(({ name, left }) => (
        // A month that is almost over has no room for its name.
        <span
          key={left}
          style={{ left: `${left}%` }}
          className="absolute border-hairline border-l pl-1 text-caption first:border-l-0 first:pl-0"
        >
          {name}
        </span>
      ))}
      <NowLine scale={scale} />
    </span>
  );
}

/** A thin line at this moment. */
function NowLine({ scale }: { scale: TimeScale }) {
  return (
    <span
      aria-hidden="true"
      data-now-line=""
      style={{ left: `${nowOn(scale)}%` }}
      className="pointer-events-none absolute inset-y-0 w-0.5 bg-error"
    />
  );
}

const shownStates = ['active', 'scheduled', 'held', 'turnover'] as const;

export function Legend() {
  return (
    <ul data-legend="" className="ml-auto flex flex-wrap items-center gap-4 text-second text-small">
      {shownStates.map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <svg aria-hidden="true" viewBox="0 0 24 14" className="h-3.5 w-6">
            <path
              d={state === 'turnover' ? 'M10 0H14V14H10Z' : 'M.5 .5H23.5V13.5H.5Z'}
              className={barClasses[state]}
            />
          </svg>
          {stateLabels[state]}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="h-3.5 w-0.5 bg-error" />
        Now
      </li>
    </ul>
  );
}
