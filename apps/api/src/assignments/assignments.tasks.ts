// The names and payloads of what assignments do later; the work itself is in assignments.jobs.ts.
import { z } from 'zod';
import { defineTask } from '../platform/jobs.ts';

const payload = z.object({ assignment_id: z.uuid() });
export const activateTask = defineTask('activate_assignment', payload);
export const endTask = defineTask('end_assignment', payload);
