// What a viewer wants of the relay, and how it is asked for: in the address of its socket, and later by requests.
import type { StreamQuality, ViewerRequest } from '@pocketfleet/contract';
import { isTileStandIn } from '../quality/tile-quality.ts';

export type Wishes = {
  readonly quality: StreamQuality;
  readonly isPaused: boolean;
  /** Nobody has come yet to see it (decision 036). */
  readonly isAhead: boolean;
  readonly wantsSound: boolean;
};

/**
 * The part of a socket's address after the question mark: the relay starts with what is wanted. What stands for a tile
 * has a name of its own: an older relay takes a quality that it doesn't know for `focus`, fifty large captures of fifty tiles.
 */
export function wishesInAddress(wishes: Wishes): Record<string, string> {
  return {
    quality: isTileStandIn(wishes.quality) ? 'tile' : wishes.quality,
    ...(isTileStandIn(wishes.quality) ? { stand_in: wishes.quality } : {}),
    ...(wishes.isPaused ? { paused: '1' } : {}),
    ...(wishes.isAhead ? { ahead: '1' } : {}),
    ...(wishes.wantsSound ? {} : { sound: '0' }),
  };
}

/**
 * What is to be asked of a relay that knows the wishes `asked`. `understood`: which later requests it understands; an
 * older one counts everybody at once and sends sound to all, and what it can't do is not asked of it.
 */
export function requestsFor(asked: Wishes, wished: Wishes, understood: readonly string[]): ViewerRequest[] {
  const first: ViewerRequest[] = [];
  const later: ViewerRequest[] = [];
  if (wished.quality !== asked.quality) first.push({ type: 'quality', quality: wished.quality });
  if (wished.isPaused !== asked.isPaused) first.push({ type: wished.isPaused ? 'pause' : 'resume' });
  if (asked.isAhead && !wished.isAhead) later.push({ type: 'arrive' });
  if (wished.wantsSound !== asked.wantsSound) later.push({ type: 'sound', is_wanted: wished.wantsSound });
  return [...first, ...later.filter(({ type }) => understood.includes(type))];
}
