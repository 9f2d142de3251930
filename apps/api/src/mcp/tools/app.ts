import { actionRefusal, packageName } from '@pocketfleet/contract';
import { z } from 'zod';
import { refuseWithout } from '../../access/access.ts';
import { AppError } from '../../platform/app-error.ts';
import { actOnDevice } from '../../screen/screen.ts';
import { claimPhone, runDeviceAction } from '../../streaming/streaming.ts';
import { fitItems } from '../answer-size.ts';
import { findPhone, phone } from '../find-phone.ts';
import { quoteScreen } from '../quote-screen.ts';
import { answerAction } from '../screen-answer.ts';
import { defineTool, type Tool, type ToolAnswer, type ToolCall } from '../tool.ts';
import { actionId } from './actions.ts';

const what = z.enum(['list', 'open', 'close', 'clear', 'uninstall']);

export const app: Tool = defineTool({
  name: 'app',
  title: 'Apps',
  description:
    'Lists the phone’s apps, opens or closes one, deletes its data (clear), or removes it (uninstall). Opening answers with the new screen.',
  needs: ['control', 'screen'],
  isReadOnly: false,
  input: z
    .strictObject({
      phone,
      do: what,
      app: packageName.optional().describe('A package name, for all but list.'),
      action_id: actionId,
    })
    .refine((input) => input.do === 'list' || input.app !== undefined, { message: 'Name the app.' })
    .refine((input) => input.action_id === undefined || input.do === 'open' || input.do === 'close', {
      message: 'Only opening and closing take an action_id.',
    }),
  output: z.object({
    untrusted: z.literal(true),
    done: z.boolean(),
    why: actionRefusal.nullable(),
    /** The apps, the new screen, or what was done or why not. */
    text: z.string(),
    changed: z.array(z.string()),
  }),
  run: async (call, input) => {
    const { device_id } = await findPhone(call, input.phone);
    if (input.do === 'list') return listApps(call, device_id);
    if (input.app === undefined) throw new AppError('invalid_input');
    if (input.do === 'clear' || input.do === 'uninstall') {
      refuseWithout(call.caller, 'apps');
      await claimPhone(call.deps, call.caller, device_id);
      const type = input.do === 'clear' ? 'clear_app' : 'uninstall_app';
      try {
        await runDeviceAction(call.deps, call.caller, device_id, { type, package: input.app });
      } catch (error) {
        throw await explainMissing(call, device_id, input.app, error);
      }
      const detail = input.do === 'clear' ? 'The app’s data was deleted.' : 'The app was removed.';
      return { text: detail, structured: { ...nothingShown, text: detail } };
    }
    const action = input.do === 'open' ? 'open_app' : 'close_app';
    const asked = { action, app: input.app, action_id: input.action_id } as const;
    const answer = answerAction(await actOnDevice(call.deps.screen, call.caller, device_id, asked));
    const { confirmed: _confirmed, settled: _settled, ...structured } = answer.structured;
    return { ...answer, structured };
  },
});

/** Android's own reason says nothing of an app that isn't there. */
async function explainMissing(call: ToolCall, deviceId: string, app: string, error: unknown) {
  if (!(error instanceof AppError) || error.code !== 'device_failed') return error;
  const notice = await runDeviceAction(call.deps, call.caller, deviceId, { type: 'list_apps' });
  if (notice.type !== 'apps' || notice.apps.some((one) => one.package === app)) return error;
  return new AppError('not_found', { detail: `No app ${app} is installed. List the apps.` });
}

const nothingShown = { untrusted: true, done: true, why: null, text: '', changed: [] };

async function listApps(call: ToolCall, deviceId: string): Promise<ToolAnswer> {
  refuseWithout(call.caller, 'apps');
  const notice = await runDeviceAction(call.deps, call.caller, deviceId, { type: 'list_apps' });
  if (notice.type !== 'apps') throw new AppError('device_failed');
  const { lines, leftOut } = fitItems(notice.apps, (one) => `${one.package} ${JSON.stringify(one.label)}`);
  const text = [...lines, ...(leftOut === 0 ? [] : [`… and ${leftOut} more`])].join('\n');
  return { text: quoteScreen(text, 'Apps on the phone'), structured: { ...nothingShown, text } };
}
