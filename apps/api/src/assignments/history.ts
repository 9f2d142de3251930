// The history of a customer's rentals: pages of assignments, totals, and hours of use for each week.
import type { Assignment, AssignmentState, UsageFigures, WeeklyUsage } from '@pocketfleet/contract';
import type { Db } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';
import {
  type PhoneOfOrder,
  selectAssignments,
  selectFigures,
  selectOrderedPhones,
  selectState,
  selectUsage,
  selectWeeks,
} from './history.sql.ts';

const noFigures: UsageFigures = { devices_used: 0, active: 0, completed: 0, average_usage_hours: 0 };

/** One page of somebody's assignments, latest start first; `total` and the figures count all of them. */
export async function listAssignments(
  deps: { db: Db },
  reach: Reach,
  page: { offset: number; limit: number },
): Promise<{ rows: Assignment[]; figures: UsageFigures; total: number }> {
  const rows = await selectAssignments(deps.db, reach, page);
  if (rows.length === 0 && page.offset === 0) return { rows, figures: noFigures, total: 0 };
  const { total, ...figures } = await selectFigures(deps.db, reach);
  return { rows, figures, total };
}

/** Hours for each phone in the last `weeks` weeks, this one included; newest week first. */
export async function listUsage(
  deps: { db: Db },
  reach: Reach,
  weeks: number,
): Promise<{ weeks: string[]; usage: WeeklyUsage[] }> {
  return { weeks: await selectWeeks(deps.db, weeks), usage: await selectUsage(deps.db, reach, weeks) };
}

/** The phones of these orders; for an extension the phone that it extends. */
export function listOrderedPhones(deps: { db: Db }, orderIds: readonly string[]): Promise<PhoneOfOrder[]> {
  return orderIds.length === 0 ? Promise.resolve([]) : selectOrderedPhones(deps.db, orderIds);
}

/** The state of one of these assignments now; undefined when it is somebody else's. */
export function findAssignmentState(
  deps: { db: Db },
  reach: Reach,
  assignmentId: string,
): Promise<AssignmentState | undefined> {
  return selectState(deps.db, reach, assignmentId);
}
