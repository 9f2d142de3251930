import { z } from 'zod';
import { actOnDevice } from '../../screen/screen.ts';
import { findPhone, phone } from '../find-phone.ts';
import { actionOutput, answerAction } from '../screen-answer.ts';
import { defineTool, type Tool, type ToolAnswer, type ToolCall } from '../tool.ts';
import {
  hasTextOrSecret,
  pressInput,
  swipeInput,
  tapInput,
  textOrSecret,
  toAction,
  typeInput,
} from './action-steps.ts';

export const actionId = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe(
    'Your own name for this one action: a repeat within ten minutes does nothing and gets the same answer. Another action needs another name.',
  );
const needs = ['control', 'screen'] as const;
const shared = { needs, output: actionOutput, isReadOnly: false };

type Asked = { phone: string; action_id?: string | undefined; step: Parameters<typeof toAction>[0] };

async function act(call: ToolCall, { phone: named, action_id, step }: Asked): Promise<ToolAnswer> {
  const { device_id } = await findPhone(call, named);
  const action = { ...toAction(step), ...(action_id === undefined ? {} : { action_id }) };
  return answerAction(await actOnDevice(call.deps.screen, call.caller, device_id, action));
}

export const tap: Tool = defineTool({
  ...shared,
  name: 'tap',
  title: 'Tap',
  description: 'Taps a control or a point, or presses it long. Answers with what changed on the screen.',
  input: z.strictObject({ phone, ...tapInput, action_id: actionId }),
  run: (call, { phone: named, action_id, ...rest }) =>
    act(call, { phone: named, action_id, step: { action: 'tap', ...rest } }),
});

export const typeText: Tool = defineTool({
  ...shared,
  name: 'type_text',
  title: 'Type text',
  description:
    'Types text, or a stored secret by its name, into a field (ref), or into the field that has the focus, and reads it back. Any script and emoji.',
  input: z
    .strictObject({ phone, ...typeInput, action_id: actionId })
    .refine(hasTextOrSecret, { message: textOrSecret }),
  run: (call, { phone: named, action_id, ...rest }) =>
    act(call, { phone: named, action_id, step: { action: 'type_text', ...rest } }),
});

export const swipe: Tool = defineTool({
  ...shared,
  name: 'swipe',
  title: 'Swipe',
  description:
    'Swipes from a control or a point, in a direction or to a point; with a direction alone, over the middle of the screen. To see what is further down in a list, swipe up on it.',
  input: z.strictObject({ phone, ...swipeInput, action_id: actionId }),
  run: (call, { phone: named, action_id, ...rest }) =>
    act(call, { phone: named, action_id, step: { action: 'swipe', ...rest } }),
});

export const press: Tool = defineTool({
  ...shared,
  name: 'press',
  title: 'Press a key',
  description: 'Presses one of the phone’s keys, such as back, home, recents or enter.',
  input: z.strictObject({ phone, ...pressInput, action_id: actionId }),
  run: (call, { phone: named, action_id, ...rest }) =>
    act(call, { phone: named, action_id, step: { action: 'press', ...rest } }),
});
