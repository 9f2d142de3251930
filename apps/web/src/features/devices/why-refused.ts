// Why the customer can't see a phone's picture, as far as the list of their phones tells. Pure.
import type { Device } from '@pocketfleet/contract';
import { formatShortMoment } from '@pocketfleet/ui/format';
import * as texts from '#language/refusal';
import type { DeviceList } from '../../api/devices.ts';
import { findSuccessor, replacementSentence } from './replacement.tsx';

export type Refusal = { readonly sentence: string; readonly successor?: Device };

/** `id` is missing when the address names no phone. */
export function whyRefused(id: string | undefined, list: DeviceList): Refusal {
  if (list.isUnauthorized) return { sentence: texts.sessionHasEnded };
  if (id === undefined) return { sentence: texts.noPhoneNamed };
  const successor = findSuccessor(list.devices, id);
  if (successor) return { sentence: replacementSentence(successor), successor };
  const device = list.devices.find((each) => each.id === id);
  if (device === undefined) return { sentence: texts.notAmongYours };
  if (device.assignment_state === 'scheduled')
    return { sentence: texts.notYet(device.tag, formatShortMoment(device.starts_at)) };
  if (device.connection_state === 'offline') return { sentence: texts.isOffline(device.tag) };
  return { sentence: texts.isYours(device.tag) };
}
