// Passes the product's events on to the relay of this node.
import type { ControlEvent } from '@pocketfleet/relay';
import { assignmentEnded } from '../assignments/assignments.events.ts';
import { deviceRestarting, devicesChanged } from '../devices/devices.events.ts';
import type { Events } from '../platform/events.ts';
import { deviceSeatChanged, phoneRecorded, seatChanged } from './streaming.events.ts';

/** `isHere`: whether the relay gets events about this assignment's people. Returns the function that stops it. */
export function passEventsOn(
  events: Events,
  tell: (event: ControlEvent) => void,
  isHere: (assignmentId: string) => boolean = () => true,
): () => void {
  const stopListening = [
    events.on(assignmentEnded, ({ assignment_id }) => tell({ type: 'assignment_ended', assignment_id })),
    events.on(seatChanged, ({ device_id, assignment_id, ...event }) => {
      if (isHere(assignment_id)) tell({ type: 'seat_changed', place: { device_id, assignment_id }, event });
    }),
    events.on(deviceSeatChanged, ({ device_id, assignment_id, ...change }) => {
      if (isHere(assignment_id))
        tell({ type: 'device_seat_changed', place: { device_id, assignment_id }, change });
    }),
    events.on(phoneRecorded, ({ device_id }) => tell({ type: 'recording_changed', device_id })),
    events.on(deviceRestarting, ({ device_id, by }) => tell({ type: 'device_restarting', device_id, by })),
    events.on(devicesChanged, ({ device_ids }) => tell({ type: 'devices_changed', device_ids })),
    events.onGap(() => tell({ type: 'gap' })),
  ];
  return () => {
    for (const undo of stopListening) undo();
  };
}
