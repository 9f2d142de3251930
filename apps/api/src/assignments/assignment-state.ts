// Pure: the states of an assignment and the moves between them. An unpaid hold is deleted.
import type { AssignmentState } from '@pocketfleet/contract';

const assignmentMoves = {
  held: ['scheduled', 'active'],
  scheduled: ['active', 'ended'],
  active: ['ended'],
  ended: [],
} as const satisfies Record<AssignmentState, readonly AssignmentState[]>;

/** The states from which an assignment may become `to`. */
export function statesBefore(to: AssignmentState): AssignmentState[] {
  const states = Object.keys(assignmentMoves) as AssignmentState[];
  return states.filter((from) => (assignmentMoves[from] as readonly AssignmentState[]).includes(to));
}
