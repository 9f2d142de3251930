// The input of the tools for one action. A step of a batch takes the same, under the tool's name or under that of the HTTP API.
import { type AskedAction, packageName, screenKey, screenRef, secretName } from '@pocketfleet/contract';
import { z } from 'zod';

const pixel = z.int().min(0).max(16_383).optional();
const target = {
  ref: screenRef.optional().describe('A control from your last reading, such as n12. Better than a point.'),
  x: pixel.describe('Without a ref: a point in pixels of the display.'),
  y: pixel,
};

export const tapInput = { ...target, long: z.boolean().default(false) };
export const typeInput = {
  ...target,
  text: z.string().max(10_000).optional(),
  secret: secretName
    .optional()
    .describe('Instead of a text: the name of a stored secret, which people have given to this program.'),
  replace: z.boolean().default(false).describe('Instead of what the field has now.'),
};
export const swipeInput = {
  ...target,
  direction: z.enum(['up', 'down', 'left', 'right']).optional(),
  to_x: pixel,
  to_y: pixel,
  duration_ms: z.int().min(50).max(5_000).default(300),
};
export const pressInput = { key: screenKey };
export const textOrSecret = 'Give a text or the name of a secret.';
export const hasTextOrSecret = ({ text, secret }: { text?: unknown; secret?: unknown }): boolean =>
  (text === undefined) !== (secret === undefined);

const appInput = { app: packageName };

/** Strict, so that a field of another action is an error and not left out without a word. */
export const actionStep = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('tap'), ...tapInput }),
  z.strictObject({ action: z.literal('long_press'), ...target }),
  z
    .strictObject({ action: z.enum(['type_text', 'type']), ...typeInput })
    .refine(hasTextOrSecret, { message: textOrSecret }),
  z.strictObject({ action: z.literal('swipe'), ...swipeInput }),
  z.strictObject({ action: z.literal('press'), ...pressInput }),
  z.strictObject({ action: z.literal('open_app'), ...appInput }),
  z.strictObject({ action: z.literal('close_app'), ...appInput }),
]);

export function toAction(step: z.infer<typeof actionStep>): AskedAction {
  switch (step.action) {
    case 'tap': {
      const { long, action: _, ...where } = step;
      return { action: long ? 'long_press' : 'tap', ...where };
    }
    case 'type_text':
      return { ...step, action: 'type' };
    case 'type':
      return { ...step, action: 'type' };
    default:
      return step;
  }
}
