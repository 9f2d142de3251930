import { type ActionResult, actionRefusal } from '@pocketfleet/contract';
import pTimeout from 'p-timeout';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { actOnDevice, isStillAllowed } from '../../screen/screen.ts';
import { findPhone, phone } from '../find-phone.ts';
import { actionOutput, answerAction } from '../screen-answer.ts';
import { defineTool, type Tool } from '../tool.ts';
import { actionStep, toAction } from './action-steps.ts';

const maxActions = 10;
/** No new action begins after this time, and none is waited for beyond the next: clients wait for a minute. */
const beginWithinMs = 45_000;
const endWithinMs = 57_000;

const step = z.object({ action: z.string(), done: z.boolean(), why: actionRefusal.nullable() });

const tookTooLong = 'It took too long and may still be done: read the screen.';

const notDone = (why: 'failed' | 'unknown', detail: string): ActionResult => ({
  untrusted: true,
  done: false,
  why,
  detail,
  confirmed: null,
  settled: null,
  changed: [],
  text: '',
  nodes: [],
});

/** A result and no error, so that the actions done before it are reported with it. */
function toRefusal(error: unknown): ActionResult {
  if (!(error instanceof AppError)) throw error;
  const wait = error.retryAfterS === undefined ? '' : ` Try again in ${error.retryAfterS} seconds.`;
  // The phone may have got it.
  const wasSent = error.code === 'device_offline' || error.code === 'device_failed';
  return notDone(wasSent ? 'unknown' : 'failed', `${error.message}${wait}`);
}

export const batch: Tool = defineTool({
  name: 'batch',
  title: 'Several actions',
  description: `Up to ${maxActions} actions in order as one call. Stops at the first that is not done. Use it when you know each step beforehand, such as filling in a form.`,
  needs: ['control', 'screen'],
  isReadOnly: false,
  input: z.strictObject({
    phone,
    actions: z
      .array(actionStep)
      .min(1)
      .max(maxActions)
      .describe('As the tools of these names take them, without phone and action_id.'),
    action_id: z.string().min(1).max(90).optional(),
  }),
  output: z.object({
    untrusted: z.literal(true),
    steps: z.array(step),
    left_out: z.int(),
    last: actionOutput,
  }),
  run: async (call, { phone: named, actions, action_id }) => {
    const { device_id, assignment_id: assignmentId } = await findPhone(call, named);
    const startedMs = performance.now();
    const leftMs = (withinMs: number): number => startedMs + withinMs - performance.now();
    const steps: z.infer<typeof step>[] = [];
    for (;;) {
      const action = actions[steps.length];
      if (action === undefined) throw new Error('a batch without actions');
      const permission = 'control' as const;
      if (!(await isStillAllowed(call.deps, call.caller, { assignmentId, permission })))
        throw new AppError('forbidden', { detail: 'The right to this phone has ended.' });
      const id = action_id === undefined ? {} : { action_id: `${action_id}.${steps.length}` };
      const asked = { ...toAction(action), ...id };
      const acting = actOnDevice(call.deps.screen, call.caller, device_id, asked);
      const result = await pTimeout(steps.length === 0 ? acting : acting.catch(toRefusal), {
        milliseconds: leftMs(endWithinMs),
        fallback: () => notDone('failed', tookTooLong),
      });
      const { done, why } = result;
      steps.push({ action: action.action, done, why });
      const left_out = actions.length - steps.length;
      if (done && left_out > 0 && !call.signal.aborted && leftMs(beginWithinMs) > 0) continue;
      const last = answerAction(result);
      const count = steps.filter((each) => each.done).length;
      const late = done && left_out > 0 ? ' The time is over: send the others as a new batch.' : '';
      return {
        text: `${count} of ${actions.length} actions done.${late} The last one, ${action.action}: ${last.text}`,
        structured: { untrusted: true, steps, left_out, last: last.structured },
        isRefused: !done,
      };
    }
  },
});
