import { screenAction } from '@pocketfleet/contract';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { actOnDevice, isStillAllowed } from '../../screen/screen.ts';
import { findPhone, phone } from '../find-phone.ts';
import { actionOutput, answerAction } from '../screen-answer.ts';
import { defineTool, type Tool } from '../tool.ts';

const maxActions = 10;
const withinMs = 50_000;

const step = z.object({
  action: z.string(),
  done: z.boolean(),
  why: z.string().nullable(),
  detail: z.string(),
});

export const batch: Tool = defineTool({
  name: 'batch',
  title: 'Several actions',
  description: `Up to ${maxActions} actions in order as one call. Stops at the first that is not done. Use it when you know each step beforehand, such as filling in a form.`,
  needs: ['control', 'screen'],
  isReadOnly: false,
  input: z.strictObject({
    phone,
    actions: z.array(screenAction).min(1).max(maxActions),
    action_id: z.string().min(1).max(90).optional(),
  }),
  output: z.object({ steps: z.array(step), left_out: z.int(), last: actionOutput }),
  run: async (call, { phone: named, actions, action_id }) => {
    const { device_id, assignment_id: assignmentId } = await findPhone(call, named);
    const untilMs = performance.now() + withinMs;
    const steps: z.infer<typeof step>[] = [];
    for (;;) {
      const action = actions[steps.length];
      if (action === undefined) throw new Error('a batch without actions');
      const permission = 'control' as const;
      if (!(await isStillAllowed(call.deps, call.caller, { assignmentId, permission })))
        throw new AppError('forbidden', { detail: 'The right to this phone has ended.' });
      const id = action_id === undefined ? {} : { action_id: `${action_id}.${steps.length}` };
      const result = await actOnDevice(call.deps.screen, call.caller, device_id, { ...action, ...id });
      const { done, why, detail } = result;
      steps.push({ action: action.action, done, why, detail });
      const left_out = actions.length - steps.length;
      if (done && left_out > 0 && !call.signal.aborted && performance.now() < untilMs) continue;
      const last = answerAction(result);
      const count = steps.filter((each) => each.done).length;
      return {
        text: `${count} of ${actions.length} actions done. The last one, ${action.action}: ${last.text}`,
        structured: { steps, left_out, last: last.structured },
        isRefused: count < actions.length,
      };
    }
  },
});
