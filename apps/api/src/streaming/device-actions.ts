// API calls that manage the apps and files of the caller's phone. Each opens a channel to the agent, sends one request and waits for
// one response, with a time limit.
import type { FilesNotice, FilesRequest } from '@pocketfleet/contract';
import { type FileUse, watchFiles } from '@pocketfleet/relay';
import type { WebSocket } from 'ws';
import { recordActivity, recordUse } from '../access/access.ts';
import { getActiveAssignment } from '../assignments/assignments.ts';
import { type HostLinks, rebootDevice } from '../devices/devices.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import { countAgainstLimit } from '../platform/limits.ts';
import type { Log } from '../platform/log.ts';
import type { Principal, Reach } from '../platform/principal.ts';
import type { Channels } from './channels.ts';
import { exchangeFiles } from './files-exchange.ts';

const actionLimit = { name: 'device_action', count: 120, windowS: 60 };
const withinMs = 60_000;

export type ActionDeps = { db: Db; channels: Channels };
type RestartDeps = { db: Db; links: HostLinks; events: Events; log: Log };
type Action = Extract<
  FilesRequest,
  { type: 'list_apps' | 'start_app' | 'uninstall_app' | 'stop_app' | 'clear_app' | 'list' | 'delete' }
>;

/** Throws device_not_assigned, assignment_not_started, too_many_requests, device_offline or device_failed. */
export async function runDeviceAction(
  deps: ActionDeps,
  caller: Principal,
  deviceId: string,
  action: Action,
): Promise<FilesNotice> {
  const channel = await openFiles(deps, caller, deviceId);
  const notice = await exchangeFiles(channel, { request: action, withinMs, onNotice: (first) => first });
  for (const use of usesOf(action, notice))
    await recordActivity(deps.db, caller, { ...use, device_id: deviceId });
  return notice;
}

function usesOf(action: Action, notice: FilesNotice): FileUse[] {
  const uses: FileUse[] = [];
  const watch = watchFiles((use) => uses.push(use));
  watch.onRequest(action);
  watch.onNotice(notice);
  return uses;
}

/** A channel for one thing to do. Throws as runDeviceAction does. */
export async function openFiles(deps: ActionDeps, caller: Principal, deviceId: string): Promise<WebSocket> {
  const assignment = await getActiveAssignment(deps, deviceId, caller);
  await countAgainstLimit(deps.db, actionLimit, caller.user_id);
  await recordUse(deps.db, caller, deviceId, 'phone.files');
  const { id: assignmentId, expires_at: expiresAt } = assignment;
  const input = { deviceId, assignmentId, kind: 'files' as const, expiresAt };
  return deps.channels.open(input).catch((error: unknown) => {
    throw new AppError('device_offline', { cause: error });
  });
}

/**
 * Restarts the caller's phone: true when it is back, false when that takes longer than the call may. Throws
 * device_not_assigned, assignment_not_started, too_many_requests, device_offline or device_failed.
 */
export async function restartDevice(deps: RestartDeps, caller: Reach, deviceId: string): Promise<boolean> {
  const assignment = await getActiveAssignment(deps, deviceId, caller);
  await countAgainstLimit(deps.db, actionLimit, caller.user_id);
  const restart = { device_id: deviceId, assignment_id: assignment.id };
  deps.log.info(restart, 'a customer restarts a phone');
  return rebootDevice(deps, deviceId, 'tenant', (error) =>
    deps.log.warn({ ...restart, err: error }, 'a restart that a customer asked for has failed'),
  );
}
