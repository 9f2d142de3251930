// Pure: the states of an assignment and the moves between them. A hold that nobody paid is deleted.
import type { AssignmentState } from '@pocketfleet/contract';

export const assignmentMoves = {
  held: ['scheduled', 'active'],
  scheduled: ['active', 'ended'],
  active: ['ended'],
  ended: [],
} as const satisfies Record<AssignmentState, readonly AssignmentState[]>;

export function canMove(from: AssignmentState, to: AssignmentState): boolean {
  return (assignmentMoves[from] as readonly AssignmentState[]).includes(to);
}
