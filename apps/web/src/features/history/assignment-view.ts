// An assignment as the history shows it (spec section 4). Pure.
import type { Assignment } from '@pocketfleet/contract';
import * as texts from '#language/history';

export type AssignmentStatus = 'Scheduled' | 'Active' | 'Completed';

/** Active while `is_active` and not past its end; a later start is Scheduled. */
export function assignmentStatus(assignment: Assignment, nowMs: number): AssignmentStatus {
  if (assignment.state === 'scheduled') return texts.scheduled;
  const isRunning = assignment.expires_at === null || Date.parse(assignment.expires_at) > nowMs;
  return assignment.is_active && isRunning ? texts.active : texts.completed;
}

/** Hours from the start to the earlier of its end and now (spec section 4). */
export function usageHours(assignment: Assignment, nowMs: number): number {
  const end = assignment.expires_at === null ? nowMs : Math.min(Date.parse(assignment.expires_at), nowMs);
  return Math.max(0, (end - Date.parse(assignment.starts_at)) / 3_600_000);
}

/** Whole hours, the one unit of the history's page; less than one is not shown as nothing. */
export function formatHours(hours: number): string {
  return hours > 0 && hours < 1 ? '<1h' : `${Math.floor(hours)}h`;
}

/** The exact time in which the picture was watched, for a tooltip: most of it is less than an hour. */
export function formatExactly(seconds: number): string {
  if (seconds === 0) return '0m';
  if (seconds < 60) return '<1m';
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** Newest assignment first. */
export function newestFirst(assignments: readonly Assignment[]): Assignment[] {
  return [...assignments].sort((a, b) => Date.parse(b.starts_at) - Date.parse(a.starts_at));
}
