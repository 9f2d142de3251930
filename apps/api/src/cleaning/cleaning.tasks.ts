// Names and payloads of what cleaning does later, and of what it asks of the features to its right.
import { z } from 'zod';
import { defineTask } from '../platform/jobs.ts';

/** The next step of a cleaning, if it is time for one. */
export const advanceTask = defineTask('advance_cleaning', z.object({ cleaning_id: z.uuid() }));

/** The device of this assignment is open to its tenant. Done by assignments. */
export const tenantPreparedTask = defineTask('tenant_prepared', z.object({ assignment_id: z.uuid() }));
