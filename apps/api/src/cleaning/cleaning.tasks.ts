// Names and payloads of the jobs that cleaning enqueues, for itself and for the features to its right.
import { z } from 'zod';
import { defineTask } from '../platform/jobs.ts';

/** The next step of a cleaning, if it is due. */
export const advanceTask = defineTask('advance_cleaning', z.object({ cleaning_id: z.uuid() }));

/** The device of this assignment is prepared for its tenant. Assignments handles it. */
export const tenantPreparedTask = defineTask('tenant_prepared', z.object({ assignment_id: z.uuid() }));
