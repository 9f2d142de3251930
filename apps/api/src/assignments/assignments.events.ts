// The events of assignments. Each is published in the transaction that makes it true.
import { z } from 'zod';
import { defineTopic } from '../platform/events.ts';

const assignmentEvent = z.object({
  assignment_id: z.uuid(),
  device_id: z.uuid(),
  user_id: z.uuid(),
  /** A node of the version before leaves it out: it knows only personal workspaces. */
  workspace_id: z.uuid().optional(),
});
export type AssignmentEvent = z.infer<typeof assignmentEvent>;

export const assignmentStarted = defineTopic('assignment_started', assignmentEvent);
/** Every stream, shell and transfer of it must close within 2 seconds. */
export const assignmentEnded = defineTopic('assignment_ended', assignmentEvent);
