// One phone's six months in words: for those who can't see them, and for whoever points at a bar.
import type { CalendarRow } from '@pocketfleet/contract';
import { momentInWords } from '../../parts/words.ts';
import type { LaneSpot, LaneState } from './lane-shapes.ts';

export const stateWords: Record<LaneState, string> = {
  active: 'Rented now',
  scheduled: 'Booked',
  held: 'Held, not paid yet',
  ended: 'Ended',
  turnover: 'Cleaning',
};

/** "PF-001, Booked, grace, Nov 25, 09:00 – Nov 27, 09:00" */
export function spotInWords(tag: string, spot: LaneSpot): string {
  return `${tag}, ${shortWords(spot)}`;
}

/** All of a lane: "PF-001: free", or what is on it one after the other. */
export function laneInWords(row: Pick<CalendarRow, 'tag'>, spots: readonly LaneSpot[]): string {
  const rentals = spots.filter(({ state }) => state !== 'turnover');
  return `${row.tag}: ${rentals.length === 0 ? 'free' : rentals.map(shortWords).join('; ')}`;
}

function shortWords({ state, span }: LaneSpot): string {
  const { username, starts_at, expires_at, occupied_until } = span;
  if (state === 'turnover')
    return `${stateWords.turnover}, ${fromTo(expires_at ?? starts_at, occupied_until)}`;
  return `${stateWords[state]}, ${username}, ${fromTo(starts_at, expires_at)}`;
}

function fromTo(from: string, to: string | null): string {
  return `${momentInWords(from)} – ${to === null ? 'until somebody ends it' : momentInWords(to)}`;
}
