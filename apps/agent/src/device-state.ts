// The states of a device runner and the moves between them, as one table.
import type { RunnerState } from '@pocketfleet/contract';

export type RunnerEvent =
  | 'connected'
  /** The phone doesn't accept the host's adb key yet. */
  | 'refused_key'
  | 'prepared'
  | 'capture_started'
  | 'captures_ended'
  /** A cleaning or other work has taken the phone for itself. */
  | 'held'
  | 'prepared_while_held'
  | 'released'
  | 'duplicate_found'
  | 'duplicate_gone'
  | 'lost';

const moves: { readonly [From in RunnerState]: { readonly [Event in RunnerEvent]?: RunnerState } } = {
  absent: { connected: 'preparing', refused_key: 'unauthorized', lost: 'absent' },
  unauthorized: { connected: 'preparing', refused_key: 'unauthorized', lost: 'absent' },
  preparing: {
    prepared: 'ready',
    prepared_while_held: 'cleaning',
    duplicate_found: 'quarantined',
    lost: 'absent',
    refused_key: 'unauthorized',
  },
  ready: { capture_started: 'streaming', held: 'cleaning', duplicate_found: 'quarantined', lost: 'absent' },
  streaming: {
    captures_ended: 'ready',
    capture_started: 'streaming',
    held: 'cleaning',
    duplicate_found: 'quarantined',
    lost: 'absent',
  },
  // Only the work that holds the phone may use it.
  cleaning: { released: 'ready', duplicate_found: 'quarantined', lost: 'absent' },
  // Another phone reports the same identity. This one was prepared before, so it is ready when the other one has gone. (Our
  // team's quarantine of a device is in the database, and the agent doesn't know it.)
  quarantined: { duplicate_gone: 'ready', lost: 'absent' },
};

/** The state after an event; undefined where the table has no such move. */
export function nextRunnerState(state: RunnerState, event: RunnerEvent): RunnerState | undefined {
  return moves[state][event];
}
