// A relay that is a program of its own speaks only for sockets that are open there, or were a moment ago, and only in its own name.
// So a stolen key of a relay gives nothing on phones that nobody uses over the thief's relay.
import type { ControlPlane, Place, SeatPerson } from '@pocketfleet/relay';
import type { Admissions } from './admissions.ts';
import { principalOf } from './relay-answers.ts';
import { socketOf } from './streaming.ts';

class NotOfThisRelay extends Error {
  override name = 'NotOfThisRelay';
  constructor(about: string) {
    super(`The relay has no socket for this: ${about}`);
  }
}

/**
 * `relay_id` and `agents_url`: as the relay has proven them. A question about any other socket rejects with NotOfThisRelay, and
 * a notice about it is ignored.
 */
export function limitRelay(
  control: ControlPlane,
  admissions: Pick<Admissions, 'speaksFor'>,
  { relay_id, agents_url }: { relay_id: string; agents_url: string },
): ControlPlane {
  const isWatched = ({ device_id, assignment_id }: Place, person?: SeatPerson): boolean =>
    admissions.speaksFor(
      (one) =>
        one.device_id === device_id &&
        one.assignment_id === assignment_id &&
        (person === undefined || isSame(principalOf(one), person)),
    );
  const movesFiles = (device_id: string): boolean =>
    admissions.speaksFor(
      (one) => one.device_id === device_id && ['files', 'adb'].includes(socketOf(one.purpose)),
    );
  const demand = (is: boolean, call: keyof ControlPlane): void => {
    if (!is) throw new NotOfThisRelay(call);
  };
  return {
    ...control,
    openChannel: async (dial, request) => {
      demand(dial.node_url === agents_url, 'openChannel');
      return control.openChannel(dial, request);
    },
    readSeat: async (place) => {
      demand(isWatched(place), 'readSeat');
      return control.readSeat(place);
    },
    claimSeat: async (place, person, by) => {
      demand(isWatched(place, person), 'claimSeat');
      return control.claimSeat(place, person, by);
    },
    releaseSeat: async (place, person) => {
      demand(isWatched(place, person), 'releaseSeat');
      return control.releaseSeat(place, person);
    },
    publishSeat: (place, event) => {
      if (event.node_id === relay_id && isWatched(place)) control.publishSeat(place, event);
    },
    findRecorded: async (place) => {
      demand(isWatched(place), 'findRecorded');
      return control.findRecorded(place);
    },
    reserveTransfer: async (deviceId, bytes) => {
      demand(movesFiles(deviceId), 'reserveTransfer');
      return control.reserveTransfer(deviceId, bytes);
    },
    releaseTransfer: (deviceId, bytes) => {
      if (movesFiles(deviceId)) control.releaseTransfer(deviceId, bytes);
    },
  };
}

function isSame(one: SeatPerson, other: SeatPerson): boolean {
  return one.kind === other.kind && one.id === other.id && one.name === other.name;
}
