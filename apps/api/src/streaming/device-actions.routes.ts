import { routes } from '@pocketfleet/contract';
import { recordActivity } from '../access/access.ts';
import type { AppParts } from '../app-parts.ts';
import { AppError } from '../platform/app-error.ts';
import { countForProgram } from './claim-phone.ts';
import { restartDevice, runDeviceAction } from './device-actions.ts';

export function registerDeviceActions({ deps: node, links, channels, implement }: AppParts): void {
  const deps = { ...node, links, channels };
  implement(routes.listApps, async ({ caller, params }) => {
    const notice = await runDeviceAction(deps, caller, params.id, { type: 'list_apps' });
    if (notice.type !== 'apps') throw new AppError('device_failed');
    return notice.apps;
  });
  implement(routes.restartDevice, async ({ caller, params }) => {
    await countForProgram(deps, caller, params.id);
    const is_back = await restartDevice(deps, caller, params.id);
    await recordActivity(deps.db, caller, { kind: 'phone.restarted', device_id: params.id, details: {} });
    return { message: is_back ? 'The phone has restarted.' : 'The phone is restarting.', is_back };
  });
  implement(routes.startApp, async ({ caller, params, body }) => {
    await countForProgram(deps, caller, params.id);
    await runDeviceAction(deps, caller, params.id, { type: 'start_app', package: body.package });
    return { message: 'The app was opened.' };
  });
  implement(routes.uninstallApp, async ({ caller, params, body }) => {
    await countForProgram(deps, caller, params.id);
    await runDeviceAction(deps, caller, params.id, { type: 'uninstall_app', package: body.package });
    return { message: 'The app was removed.' };
  });
  implement(routes.stopApp, async ({ caller, params, body }) => {
    await countForProgram(deps, caller, params.id);
    await runDeviceAction(deps, caller, params.id, { type: 'stop_app', package: body.package });
    return { message: 'The app was stopped.' };
  });
  implement(routes.clearApp, async ({ caller, params, body }) => {
    await countForProgram(deps, caller, params.id);
    await runDeviceAction(deps, caller, params.id, { type: 'clear_app', package: body.package });
    return { message: 'The app’s data was deleted.' };
  });
}
