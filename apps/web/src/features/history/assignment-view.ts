// What the history shows of an assignment (spec section 4): pure.
import type { Assignment } from '@pocketfleet/contract';

export type AssignmentStatus = 'Scheduled' | 'Active' | 'Completed';

/** Active while `is_active` and not past its end; a later start is Scheduled (spec-decisions 16). */
export function assignmentStatus(assignment: Assignment, nowMs: number): AssignmentStatus {
  if (assignment.state === 'scheduled') return 'Scheduled';
  const isRunning = assignment.expires_at === null || Date.parse(assignment.expires_at) > nowMs;
  return assignment.is_active && isRunning ? 'Active' : 'Completed';
}

/** Whole hours from the start to the earlier of its end and now. */
export function usageHours(assignment: Assignment, nowMs: number): number {
  const end = assignment.expires_at === null ? nowMs : Math.min(Date.parse(assignment.expires_at), nowMs);
  return Math.max(0, Math.floor((end - Date.parse(assignment.starts_at)) / 3_600_000));
}

export type HistoryStats = { devices: number; active: number; completed: number; averageHours: number };

export function historyStats(assignments: readonly Assignment[], nowMs: number): HistoryStats {
  const used = assignments.filter((each) => assignmentStatus(each, nowMs) !== 'Scheduled');
  const count = (status: AssignmentStatus) =>
    used.filter((each) => assignmentStatus(each, nowMs) === status).length;
  const hours = used.reduce((sum, each) => sum + usageHours(each, nowMs), 0);
  return {
    devices: new Set(used.map((each) => each.phone_device_serial ?? each.tag)).size,
    active: count('Active'),
    completed: count('Completed'),
    averageHours: used.length === 0 ? 0 : Math.round(hours / used.length),
  };
}

/** Newest assignment first. */
export function newestFirst(assignments: readonly Assignment[]): Assignment[] {
  return [...assignments].sort((a, b) => Date.parse(b.starts_at) - Date.parse(a.starts_at));
}
