// The states of a device runner and the moves between them, as one table (spec-decisions, "Words and states").
import type { RunnerState } from '@pocketfleet/contract';

export type RunnerEvent =
  | 'connected'
  | 'refused_key'
  | 'prepared'
  | 'capture_started'
  | 'captures_ended'
  | 'lost';

const moves: { readonly [From in RunnerState]: { readonly [Event in RunnerEvent]?: RunnerState } } = {
  absent: { connected: 'preparing', refused_key: 'unauthorized', lost: 'absent' },
  unauthorized: { connected: 'preparing', refused_key: 'unauthorized', lost: 'absent' },
  preparing: { prepared: 'ready', lost: 'absent', refused_key: 'unauthorized' },
  ready: { capture_started: 'streaming', lost: 'absent' },
  streaming: { captures_ended: 'ready', capture_started: 'streaming', lost: 'absent' },
  cleaning: { lost: 'absent' },
  quarantined: { lost: 'absent' },
};

/** The state after an event; undefined where the table has no such move. */
export function nextRunnerState(state: RunnerState, event: RunnerEvent): RunnerState | undefined {
  return moves[state][event];
}
