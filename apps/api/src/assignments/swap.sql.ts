// The SQL of a swap: the assignment that moves to another phone.
import { type Db, sql } from '../platform/database.ts';

export type OpenAssignmentRow = {
  id: string;
  device_id: string;
  user_id: string;
  chosen_model: string | null;
  state: 'scheduled' | 'active';
  starts_at: string;
  /** Null: open-ended. */
  expires_at: string | null;
  now: string;
};

/** An assignment that runs or will run, paid for or assigned by our team. Locked until the transaction ends. */
export async function lockOpenAssignment(
  tx: Db,
  assignmentId: string,
): Promise<OpenAssignmentRow | undefined> {
  const result = await sql<OpenAssignmentRow>`
    select id, device_id, user_id, chosen_model, state, starts_at, expires_at, app_now() as now from assignments
    where id = ${assignmentId} and state in ('scheduled', 'active') for update`.execute(tx);
  return result.rows[0];
}
