// Between the control plane and an agent about one phone's screen. What an agent sends is untrusted input.
import { z } from 'zod';
import { screenReading, screenView, screenWait } from './screen.ts';
import { actionResult, screenAction } from './screen-actions.ts';

/** Control plane to agent, on a channel of kind `screen`: JSON text messages. `caller` tells whose last reading a diff is against. */
export const screenRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('read'),
    id: z.string().max(64),
    caller: z.string().max(100),
    view: screenView,
  }),
  z.object({
    type: z.literal('wait'),
    id: z.string().max(64),
    caller: z.string().max(100),
    view: screenView,
    until: screenWait,
  }),
  z.object({
    type: z.literal('action'),
    id: z.string().max(64),
    caller: z.string().max(100),
    /** Of the phone's seat. The agent refuses an older one than it has seen. */
    generation: z.int().nonnegative(),
    /** A repeat within ten minutes does nothing and gets the same result. */
    action_id: z.string().max(100).nullable(),
    action: screenAction,
  }),
]);
export type ScreenRequest = z.infer<typeof screenRequest>;

/** Agent to control plane. */
export const screenReply = z.object({
  id: z.string().max(64),
  reading: screenReading.optional(),
  matched: z.boolean().optional(),
  result: actionResult.optional(),
});
export type ScreenReply = z.infer<typeof screenReply>;
