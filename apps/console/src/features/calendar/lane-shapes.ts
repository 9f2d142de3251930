// The bars of one phone's six months: one path for each state, however many rentals there are. Pure.
import type { CalendarRow, CalendarSpan } from '@pocketfleet/contract';
import { placeOf, type TimeScale, ticksOf } from './time-scale.ts';

/** `turnover`: the cleaning after a rental, in which the phone is not free. */
export type LaneState = CalendarSpan['state'] | 'turnover';

/** In thousandths of the lane's width, and pixels of its height. */
export const laneBox = { width: 1_000, height: 32 } as const;
const barTop = 4;
const barBottom = 28;
/** An hour of half a year would be too narrow to be seen. */
const leastWidth = 4.5;
const leastTurnoverWidth = 3;
/** About one letter, and the space beside a name, on a lane of the usual width. */
const letterWidth = 7;
const besideName = 14;

/** A bar of the lane that can be pointed at. */
export type LaneSpot = {
  state: LaneState;
  span: CalendarSpan;
  left: number;
  width: number;
};

/** Rentals with the turnovers after them, in the order of time. */
export function spotsOf(row: Pick<CalendarRow, 'spans'>, scale: TimeScale): LaneSpot[] {
  return row.spans.flatMap((span) => {
    const { starts_at, expires_at, occupied_until } = span;
    const endsMs = expires_at === null ? null : Date.parse(expires_at);
    const spot = spotOf(span.state, span, placeOf(scale, Date.parse(starts_at), endsMs));
    if (span.state === 'ended' || endsMs === null || occupied_until === null) return spot;
    return [...spot, ...spotOf('turnover', span, placeOf(scale, endsMs, Date.parse(occupied_until)))];
  });
}

function spotOf(
  state: LaneState,
  span: CalendarSpan,
  place: { left: number; width: number } | null,
): LaneSpot[] {
  if (place === null) return [];
  const width = Math.max(state === 'turnover' ? leastTurnoverWidth : leastWidth, thousandths(place.width));
  // A bar that begins in the last hours of the lane stays inside it.
  const left = Math.min(thousandths(place.left), laneBox.width - width);
  return [{ state, span, left, width }];
}

/** Turnovers lie under the rentals. */
const drawOrder: readonly LaneState[] = ['turnover', 'ended', 'held', 'scheduled', 'active'];

/** One path of bars for each state that there is. */
export function pathsOf(spots: readonly LaneSpot[]): { state: LaneState; d: string }[] {
  return drawOrder.flatMap((state) => {
    const bars = spots.filter((spot) => spot.state === state).map(barOf);
    return bars.length === 0 ? [] : [{ state, d: bars.join('') }];
  });
}

function barOf({ left, width }: LaneSpot): string {
  return `M${round(left)} ${barTop}H${round(left + width)}V${barBottom}H${round(left)}Z`;
}

/** The positions of the ticks, except the first. */
export function tickLines(scale: TimeScale): string {
  return ticksOf(scale)
    .slice(1)
    .map(({ left }) => `M${round(thousandths(left))} 0V${laneBox.height}`)
    .join('');
}

/** The bars that are wide enough for the whole name of who has the phone. */
export function namedSpots(spots: readonly LaneSpot[]): LaneSpot[] {
  return spots.filter(
    ({ state, width, span }) =>
      state !== 'turnover' && width >= besideName + letterWidth * span.username.length,
  );
}

/** The index of the spot at this position or close to it; -1 where the phone is free. */
export function spotAt(spots: readonly LaneSpot[], at: number): number {
  const isAt = ({ left, width }: LaneSpot) => at >= left && at <= left + width;
  const rental = spots.findIndex((spot) => spot.state !== 'turnover' && isAt(spot));
  return rental >= 0 ? rental : spots.findIndex(isAt);
}

function thousandths(percent: number): number {
  return (percent / 100) * laneBox.width;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
