// News that assignments tell, in the transaction that makes them true.
import { z } from 'zod';
import { defineTopic } from '../platform/events.ts';

const assignmentNews = z.object({ assignment_id: z.uuid(), device_id: z.uuid(), user_id: z.uuid() });
export type AssignmentNews = z.infer<typeof assignmentNews>;

export const assignmentStarted = defineTopic('assignment_started', assignmentNews);
/** Every stream, shell and transfer of it must close within 2 seconds (spec-decisions 31). */
export const assignmentEnded = defineTopic('assignment_ended', assignmentNews);
