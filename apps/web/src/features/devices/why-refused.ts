// Why the customer can't see a phone's picture, as far as the lists of their phones and of their rentals show. Pure.
import type { Assignment, Device } from '@pocketfleet/contract';
import { formatShortMoment } from '@pocketfleet/ui/format';
import * as texts from '#language/refusal';
import type { DeviceList } from '../../api/devices.ts';
import { findSuccessor, replacementSentence } from './replacement.tsx';

export type Refusal = {
  readonly sentence: string;
  readonly successor?: Device;
  /** The rental is in the history. */
  readonly isInHistory?: true;
};

/** `id` is missing when the address names no phone. `rentals` are the latest ones, newest first, or none if they aren't known. */
export function whyRefused(
  id: string | undefined,
  list: DeviceList,
  rentals: readonly Pick<Assignment, 'device_id' | 'tag' | 'state' | 'expires_at'>[] = [],
): Refusal {
  if (list.isUnauthorized) return { sentence: texts.sessionHasEnded };
  if (id === undefined) return { sentence: texts.noPhoneNamed };
  const successor = findSuccessor(list.devices, id);
  if (successor) return { sentence: replacementSentence(successor), successor };
  const device = list.devices.find((each) => each.id === id);
  if (device === undefined) {
    const ended = rentals.find(({ device_id, state }) => device_id === id && state === 'ended');
    if (ended === undefined) return { sentence: texts.notAmongYours };
    const moment = ended.expires_at === null ? null : formatShortMoment(ended.expires_at);
    return { sentence: texts.rentalEnded(ended.tag, moment), isInHistory: true };
  }
  if (device.assignment_state === 'scheduled')
    return { sentence: texts.notYet(device.tag, formatShortMoment(device.starts_at)) };
  if (device.connection_state === 'offline') return { sentence: texts.isOffline(device.tag) };
  return { sentence: texts.isYours(device.tag) };
}
