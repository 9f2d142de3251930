// Names and payloads of the jobs that devices enqueue for the features to their right.
import { commandResult } from '@pocketfleet/contract';
import { z } from 'zod';
import { defineTask } from '../platform/jobs.ts';

/** The result of a command to a device. Cleaning handles it. */
export const commandAnsweredTask = defineTask('command_answered', commandResult.omit({ picture: true }));

/** A host was refused. Operators writes it to the audit log, and raises an alarm if it concerns a phone. */
export const hostRefusedTask = defineTask(
  'host_refused',
  z.object({
    act: z.enum(['enrol_host', 'report_phone']),
    /** The host's name, if known. */
    host: z.string(),
    host_id: z.uuid().nullable(),
    device_id: z.uuid().nullable(),
    /** The device's own host serves it at the same time, so one of the two reports is false. */
    is_served: z.boolean().default(true),
    detail: z.string(),
    address: z.string(),
  }),
);
