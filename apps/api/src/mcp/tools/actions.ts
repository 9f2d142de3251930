import { screenKey, screenRef } from '@pocketfleet/contract';
import { z } from 'zod';
import { actOnDevice } from '../../screen/screen.ts';
import { findPhone, phone } from '../find-phone.ts';
import { actionOutput, answerAction } from '../screen-answer.ts';
import { defineTool, type Tool, type ToolAnswer, type ToolCall } from '../tool.ts';

type Action = Parameters<typeof actOnDevice>[3];

const pixel = z.int().min(0).max(16_383).optional();
const target = {
  ref: screenRef.optional().describe('A control from your last reading, such as n12. Better than a point.'),
  x: pixel.describe('Without a ref: a point in pixels of the display.'),
  y: pixel,
};
const action_id = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe(
    'Your own name for this action: a repeat within ten minutes does nothing and gets the same answer.',
  );
const needs = ['control', 'screen'] as const;
const shared = { needs, output: actionOutput, isReadOnly: false };

async function act(call: ToolCall, named: string, action: Action): Promise<ToolAnswer> {
  const { device_id } = await findPhone(call, named);
  return answerAction(await actOnDevice(call.deps.screen, call.caller, device_id, action));
}

export const tap: Tool = defineTool({
  ...shared,
  name: 'tap',
  title: 'Tap',
  description: 'Taps a control or a point, or presses it long. Answers with what changed on the screen.',
  input: z.strictObject({ phone, ...target, long: z.boolean().default(false), action_id }),
  run: (call, { phone: named, long, ...rest }) =>
    act(call, named, { action: long ? 'long_press' : 'tap', ...rest }),
});

export const typeText: Tool = defineTool({
  ...shared,
  name: 'type_text',
  title: 'Type text',
  description:
    'Types text into a field (ref), or into the field that has the focus, and reads it back. Any script and emoji.',
  input: z.strictObject({
    phone,
    ...target,
    text: z.string().max(10_000),
    replace: z.boolean().default(false).describe('Instead of what the field has now.'),
    action_id,
  }),
  run: (call, { phone: named, ...rest }) => act(call, named, { action: 'type', ...rest }),
});

export const swipe: Tool = defineTool({
  ...shared,
  name: 'swipe',
  title: 'Swipe',
  description:
    'Swipes from a control or a point, in a direction or to a point. To see what is further down in a list, swipe up on it.',
  input: z.strictObject({
    phone,
    ...target,
    direction: z.enum(['up', 'down', 'left', 'right']).optional(),
    to_x: pixel,
    to_y: pixel,
    duration_ms: z.int().min(50).max(5_000).default(300),
    action_id,
  }),
  run: (call, { phone: named, ...rest }) => act(call, named, { action: 'swipe', ...rest }),
});

export const press: Tool = defineTool({
  ...shared,
  name: 'press',
  title: 'Press a key',
  description: 'Presses one of the phone’s keys, such as back, home, recents or enter.',
  input: z.strictObject({ phone, key: screenKey, action_id }),
  run: (call, { phone: named, ...rest }) => act(call, named, { action: 'press', ...rest }),
});
