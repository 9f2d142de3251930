// Calls that do one thing on the caller's phone: its apps. Each is one short conversation with the agent over a
// channel of its own, bounded in time.
import { closeCodes, type FilesNotice, type FilesRequest, filesNotice } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import { getActiveAssignment } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import type { Caller } from '../platform/implement.ts';
import { countAgainstLimit } from '../platform/limits.ts';
import type { Channels } from './channels.ts';

const actionLimit = { name: 'device_action', count: 120, windowS: 60 };
const answerWithinMs = 60_000;

type ActionDeps = { db: Db; channels: Channels };
type Action = Extract<FilesRequest, { type: 'list_apps' | 'start_app' | 'uninstall_app' }>;

/** Throws device_not_assigned, assignment_not_started, too_many_requests, device_offline or device_failed. */
export async function askPhone(
  deps: ActionDeps,
  caller: Caller,
  deviceId: string,
  action: Action,
): Promise<FilesNotice> {
  const assignment = await getActiveAssignment(deps, deviceId, caller.user_id);
  await countAgainstLimit(deps.db, actionLimit, caller.user_id);
  const { id: assignmentId, expires_at: expiresAt } = assignment;
  const wish = { deviceId, assignmentId, kind: 'files' as const, expiresAt };
  const channel = await deps.channels.open(wish).catch((error: unknown) => {
    throw new AppError('device_offline', { cause: error });
  });
  try {
    const notice = await converse(channel, action);
    if (notice.type === 'failed') throw new AppError('device_failed', { detail: notice.detail });
    return notice;
  } finally {
    channel.close(closeCodes.normal.code);
  }
}

function converse(channel: WebSocket, action: Action): Promise<FilesNotice> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new AppError('device_failed', { detail: 'The phone did not answer in time.' })),
      answerWithinMs,
    );
    channel.on('close', () => {
      clearTimeout(timer);
      reject(new AppError('device_failed'));
    });
    channel.once('message', (data) => {
      clearTimeout(timer);
      try {
        resolve(filesNotice.parse(JSON.parse(data.toString())));
      } catch (error) {
        reject(new AppError('device_failed', { cause: error }));
      }
    });
    channel.send(JSON.stringify(action));
  });
}
