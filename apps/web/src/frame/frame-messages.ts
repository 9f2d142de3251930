// The messages between a stream frame and the page around it, with postMessage and only within our origin.
import { streamQuality } from '@pocketfleet/contract';
import { z } from 'zod';

/** Page to frame. */
export const frameRequest = z.discriminatedUnion('type', [
  z.object({ to: z.literal('pocketfleet-frame'), type: z.literal('pause') }),
  z.object({ to: z.literal('pocketfleet-frame'), type: z.literal('resume') }),
  z.object({ to: z.literal('pocketfleet-frame'), type: z.literal('retry') }),
  z.object({ to: z.literal('pocketfleet-frame'), type: z.literal('quality'), quality: streamQuality }),
]);
export type FrameRequest = z.infer<typeof frameRequest>;

/** Frame to page: at each change of state, and about once a second while video is drawn. */
export const frameNotice = z.object({
  from: z.literal('pocketfleet-frame'),
  device_id: z.string(),
  state: z.enum(['connecting', 'live', 'stalled', 'reconnecting', 'paused', 'ended']),
  /** The state as a message to the customer; empty while all is well. */
  words: z.string(),
  frames_per_second: z.number(),
  /** Video was dropped. A frame of an older node doesn't send it. */
  has_left_out: z.boolean().default(false),
  /** From the relay to the screen, median of the last second, in ms; null while not known. */
  delay_ms: z.number().nullable(),
  /** In ms since 1970; null before the first video frame. */
  last_picture_at_ms: z.number().nullable(),
});
export type FrameNotice = z.infer<typeof frameNotice>;
