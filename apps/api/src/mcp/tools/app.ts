import { packageName } from '@pocketfleet/contract';
import { z } from 'zod';
import { refuseWithout } from '../../access/access.ts';
import { AppError } from '../../platform/app-error.ts';
import { actOnDevice, claimPhone } from '../../screen/screen.ts';
import { runDeviceAction } from '../../streaming/streaming.ts';
import { findPhone, phone } from '../find-phone.ts';
import { quoteScreen } from '../quote-screen.ts';
import { answerAction } from '../screen-answer.ts';
import { defineTool, type Tool, type ToolAnswer, type ToolCall } from '../tool.ts';

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
    })
    .refine((input) => input.do === 'list' || input.app !== undefined, { message: 'Name the app.' }),
  output: z.object({
    untrusted: z.literal(true),
    done: z.boolean(),
    why: z.string().nullable(),
    detail: z.string(),
    text: z.string(),
    changed: z.array(z.string()),
  }),
  run: async (call, input) => {
    const { device_id } = await findPhone(call, input.phone);
    if (input.do === 'list') return listApps(call, device_id);
    if (input.app === undefined) throw new AppError('invalid_input');
    if (input.do === 'clear' || input.do === 'uninstall') {
      refuseWithout(call.caller, 'apps');
      await claimPhone(call.deps.screen, call.caller, device_id);
      const type = input.do === 'clear' ? 'clear_app' : 'uninstall_app';
      await runDeviceAction(call.deps, call.caller, device_id, { type, package: input.app });
      const detail = input.do === 'clear' ? 'The app’s data was deleted.' : 'The app was removed.';
      return { text: detail, structured: { ...nothingShown, detail } };
    }
    const action = input.do === 'open' ? 'open_app' : 'close_app';
    const result = await actOnDevice(call.deps.screen, call.caller, device_id, { action, app: input.app });
    const { untrusted, done, why, detail, text, changed } = result;
    return { ...answerAction(result), structured: { untrusted, done, why, detail, text, changed } };
  },
});

const nothingShown = { untrusted: true, done: true, why: null, detail: '', text: '', changed: [] };

async function listApps(call: ToolCall, deviceId: string): Promise<ToolAnswer> {
  refuseWithout(call.caller, 'apps');
  const notice = await runDeviceAction(call.deps, call.caller, deviceId, { type: 'list_apps' });
  if (notice.type !== 'apps') throw new AppError('device_failed');
  const text = notice.apps.map((one) => `${one.package} ${JSON.stringify(one.label)}`).join('\n');
  return { text: quoteScreen(text, 'Apps on the phone'), structured: { ...nothingShown, text } };
}
