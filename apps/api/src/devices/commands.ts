// Commands to devices and their results. A host may send results only for its own devices. A result is enqueued as a job for
// the features to the right, and published as an event for calls that wait for it on any node.
import { randomUUID } from 'node:crypto';
import type { CommandMessage, CommandResult } from '@pocketfleet/contract';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { type Events, publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { isOnHost, selectPicture, upsertPicture } from './device-state.sql.ts';
import { commandAnswered, deviceRestarting } from './devices.events.ts';
import { selectPlace } from './devices.sql.ts';
import { commandAnsweredTask } from './devices.tasks.ts';
import type { HostLinks, SendOutcome } from './host-links.ts';

const rebootWithinMs = 240_000;
const respondAfterMs = 15_000;
const pictureWithinMs = 8_000;

type CommandDeps = { db: Db; links: HostLinks };
type WaitingDeps = CommandDeps & { events: Events };

/** `not_sent` when the device can't be reached now. */
export async function sendCommand(
  deps: CommandDeps,
  command: Omit<CommandMessage, 'type'>,
): Promise<SendOutcome> {
  const place = await selectPlace(deps.db, command.device_id);
  if (place === undefined || place.connection_state !== 'online') return 'not_sent';
  return deps.links.send(place, { type: 'command', ...command });
}

export async function handleCommandResult(
  deps: { db: Db; log: Log },
  hostId: string,
  { picture, ...result }: CommandResult,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await isOnHost(tx, result.device_id, hostId))) {
      deps.log.warn(
        { host_id: hostId, device_id: result.device_id },
        'a host sent a result for a device of another host',
      );
      return;
    }
    if (picture !== undefined) await upsertPicture(tx, result.device_id, Buffer.from(picture, 'base64'));
    await enqueue(tx, commandAnsweredTask, result);
    const { command_id, device_id, ok, detail } = result;
    await publish(tx, commandAnswered, { command_id, device_id, ok, detail: detail.slice(0, 500) });
  });
}

/**
 * Restarts a device, and shows its viewers who does: true when it is back. That may take minutes, so the call returns false after a time limit; `onLate` is
 * called when the restart fails later. Throws not_found, device_offline, device_failed.
 */
export async function rebootDevice(
  deps: WaitingDeps,
  deviceId: string,
  by: 'team' | 'tenant',
  onLate: (error: unknown) => void,
): Promise<boolean> {
  await publish(deps.db, deviceRestarting, { device_id: deviceId, by });
  let hasReturned = false;
  const reboot = runCommand(deps, deviceId, 'reboot', rebootWithinMs).then(
    () => true,
    (error: unknown) => {
      if (!hasReturned) throw error;
      onLate(error);
      return false;
    },
  );
  let timer: NodeJS.Timeout | undefined;
  const timeLimit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), respondAfterMs);
  });
  try {
    return await Promise.race([reboot, timeLimit]);
  } finally {
    hasReturned = true;
    clearTimeout(timer);
  }
}

/**
 * The screen of a device without a tenant, as a small PNG, taken now. Throws not_found, device_offline, or
 * device_failed when the agent refuses, for example because of a tenant.
 */
export async function takeThumbnail(deps: WaitingDeps, deviceId: string): Promise<Buffer> {
  await runCommand(deps, deviceId, 'screenshot', pictureWithinMs);
  const png = await selectPicture(deps.db, deviceId);
  if (png === undefined) throw new AppError('device_failed');
  return png;
}

async function runCommand(
  deps: WaitingDeps,
  deviceId: string,
  command: 'reboot' | 'screenshot',
  limitMs: number,
): Promise<void> {
  if ((await selectPlace(deps.db, deviceId)) === undefined) throw new AppError('not_found');
  const command_id = randomUUID();
  let settle = (_result: { ok: boolean; detail: string }): void => undefined;
  const result = new Promise<{ ok: boolean; detail: string }>((resolve) => {
    settle = resolve;
  });
  const stop = deps.events.on(commandAnswered, (result) => {
    if (result.command_id === command_id) settle(result);
  });
  const timer = setTimeout(
    () => settle({ ok: false, detail: 'The phone didn’t respond in time. Please try again.' }),
    limitMs,
  );
  try {
    const outcome = await sendCommand(deps, {
      command_id,
      device_id: deviceId,
      command,
      deadline_ms: limitMs,
    });
    // A command that may have been sent is not called off: its result says what became of it, or the time limit.
    if (outcome === 'not_sent') throw new AppError('device_offline');
    const { ok, detail } = await result;
    if (!ok) throw new AppError('device_failed', { detail });
  } finally {
    clearTimeout(timer);
    stop();
  }
}
