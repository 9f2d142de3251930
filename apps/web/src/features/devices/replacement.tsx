// A phone that was exchanged in a running rental: where the old one was shown, the customer is told which one replaces it.
import type { Device } from '@pocketfleet/contract';
import { Banner, Button, buttonClass } from '@pocketfleet/ui';
import { formatShortMoment } from '@pocketfleet/ui/format';
import { useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/devices';
import { replacedBecause } from '#language/replacements';
import { paths } from '../../paths.ts';
import { expiryOf } from './device-view.ts';

/**
 * The phone that has the place of this one now, also when another one had it in between. With `since`, in the rental that began
 * then, and not in an earlier one.
 */
export function findSuccessor(
  devices: readonly Device[],
  oldDeviceId: string,
  since?: string,
): Device | undefined {
  return devices.find(
    ({ replaces }) =>
      replaces !== null &&
      hasReplaced(replaces, oldDeviceId) &&
      (since === undefined || Date.parse(replaces.at) > Date.parse(since)),
  );
}

function hasReplaced(replaces: NonNullable<Device['replaces']>, oldDeviceId: string): boolean {
  return replaces.device_id === oldDeviceId || (replaces.earlier_device_ids ?? []).includes(oldDeviceId);
}

export function replacementSentence(successor: Device): string {
  const expiresAt = expiryOf(successor);
  const until = expiresAt === null ? '' : formatShortMoment(expiresAt);
  const { tag = '', because = null, note = null } = successor.replaces ?? {};
  return texts.replacedBy(tag, replacedBecause(tag, because, note), successor.tag, until);
}

type OpenProps = { device: Device; kind?: 'primary' | 'secondary' };

export function OpenSuccessor({ device, kind = 'secondary' }: OpenProps) {
  return (
    <Link to={paths.stream(device.id)} className={buttonClass(kind, 'small')}>
      {texts.openNamed(device.tag)}
    </Link>
  );
}

const readKey = 'pocketfleet-read-replacements';

/** One notice for each exchanged phone, until the customer has read it. */
export function ReplacementNotices({ devices }: { devices: readonly Device[] }) {
  const [read, setRead] = useState(readNotices);
  const open = devices.filter(({ replaces, assignment_id }) => replaces && !read.includes(assignment_id));
  const markRead = (assignmentId: string) => {
    // Notices of rentals that are over are forgotten.
    const next = [...read.filter((id) => devices.some((each) => each.assignment_id === id)), assignmentId];
    setRead(next);
    try {
      localStorage.setItem(readKey, JSON.stringify(next));
    } catch {
      // Storage is blocked: the notice comes back with the next page load.
    }
  };
  return open.map((device) => (
    <Banner
      key={device.assignment_id}
      action={
        <span className="flex flex-wrap gap-2">
          <OpenSuccessor device={device} />
          <Button size="small" kind="quiet" onClick={() => markRead(device.assignment_id)}>
            {texts.gotIt}
          </Button>
        </span>
      }
    >
      {replacementSentence(device)}
    </Banner>
  ));
}

function readNotices(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(readKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
