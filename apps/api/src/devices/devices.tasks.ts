// Names and payloads of what devices ask of the features to their right.
import { commandResult } from '@pocketfleet/contract';
import { z } from 'zod';
import { defineTask } from '../platform/jobs.ts';

/** A host's answer to a command about a device that it has. Done by cleaning. */
export const commandAnsweredTask = defineTask('command_answered', commandResult.omit({ picture: true }));

/** A host was refused something: our team sees it in the log, and as an alarm where a phone is concerned. */
export const hostRefusedTask = defineTask(
  'host_refused',
  z.object({
    act: z.enum(['enrol_host', 'report_phone']),
    /** Its name as far as it is known. */
    host: z.string(),
    host_id: z.uuid().nullable(),
    device_id: z.uuid().nullable(),
    /** The host that the device belongs to serves it at the same time: one of the two lies. */
    is_served: z.boolean().default(true),
    detail: z.string(),
    address: z.string(),
  }),
);
