// The settings of a viewer's stream at the relay. They are part of the socket's address, and later changes are requests.
import type { StreamQuality, ViewerRequest } from '@pocketfleet/contract';
import { isTileStandIn } from '../quality/tile-steering.ts';

export type StreamSettings = {
  readonly quality: StreamQuality;
  readonly isPaused: boolean;
  /** The stream is opened before the click that may need it (decision 036). */
  readonly isAhead: boolean;
  readonly wantsSound: boolean;
};

/**
 * The query of the socket's address. A tile's stand-in has a parameter of its own: an older relay takes a quality that it
 * doesn't know for `focus`, and fifty tiles would start fifty large captures.
 */
export function settingsToQuery({
  quality,
  isPaused,
  isAhead,
  wantsSound,
}: StreamSettings): Record<string, string> {
  return {
    quality: isTileStandIn(quality) ? 'tile' : quality,
    ...(isTileStandIn(quality) ? { stand_in: quality } : {}),
    ...(isPaused ? { paused: '1' } : {}),
    ...(isAhead ? { ahead: '1' } : {}),
    ...(wantsSound ? {} : { sound: '0' }),
  };
}

/**
 * The requests that change the relay's settings from `sent` to `wanted`. `supported` names the later requests that the
 * relay understands: an older relay would end the connection over them. It counts each viewer at once and sends sound to all.
 */
export function requestsForChange(
  sent: StreamSettings,
  wanted: StreamSettings,
  supported: readonly string[],
): ViewerRequest[] {
  const always: ViewerRequest[] = [];
  const later: ViewerRequest[] = [];
  if (wanted.quality !== sent.quality) always.push({ type: 'quality', quality: wanted.quality });
  if (wanted.isPaused !== sent.isPaused) always.push({ type: wanted.isPaused ? 'pause' : 'resume' });
  if (sent.isAhead && !wanted.isAhead) later.push({ type: 'arrive' });
  if (wanted.wantsSound !== sent.wantsSound) later.push({ type: 'sound', is_wanted: wanted.wantsSound });
  return [...always, ...later.filter(({ type }) => supported.includes(type))];
}
