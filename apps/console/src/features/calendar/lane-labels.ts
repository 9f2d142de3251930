// One phone's six months as text: for screen readers, and for the note about a bar.
import type { CalendarRow } from '@pocketfleet/contract';
import { formatLocalMoment } from '@pocketfleet/ui/format';
import type { LaneSpot, LaneState } from './lane-shapes.ts';

export const stateLabels: Record<LaneState, string> = {
  active: 'Rented now',
  scheduled: 'Booked',
  held: 'Held, not paid yet',
  ended: 'Ended',
  turnover: 'Cleaning',
};

/** "PF-001, Booked, grace, Nov 25, 09:00 – Nov 27, 09:00" */
export function spotLabel(tag: string, spot: LaneSpot): string {
  return `${tag}, ${shortLabel(spot)}`;
}

/** All of a lane: "PF-001: free", or what is on it one after the other. */
export function laneLabel(row: Pick<CalendarRow, 'tag'>, spots: readonly LaneSpot[]): string {
  const rentals = spots.filter(({ state }) => state !== 'turnover');
  return `${row.tag}: ${rentals.length === 0 ? 'free' : rentals.map(shortLabel).join('; ')}`;
}

function shortLabel({ state, span }: LaneSpot): string {
  const { username, starts_at, expires_at, occupied_until } = span;
  if (state === 'turnover')
    return `${stateLabels.turnover}, ${fromTo(expires_at ?? starts_at, occupied_until)}`;
  return `${stateLabels[state]}, ${username}, ${fromTo(starts_at, expires_at)}`;
}

function fromTo(from: string, to: string | null): string {
  return `${formatLocalMoment(from)} – ${to === null ? 'until somebody ends it' : formatLocalMoment(to)}`;
}
