// Names and payloads of the jobs of assignments; assignments.jobs.ts runs them.
import { z } from 'zod';
import { defineTask } from '../platform/jobs.ts';

const payload = z.object({ assignment_id: z.uuid() });
export const activateTask = defineTask('activate_assignment', payload);
export const endTask = defineTask('end_assignment', payload);
