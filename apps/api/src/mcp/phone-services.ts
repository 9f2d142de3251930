// One-off adb services of a rented phone: a command, a picture. A channel of kind `adb` is opened for the work and closed after
// it; the agent beside the phone judges each service as it does for a customer's own adb.
import {
  BridgeFormatError,
  type BridgeStream,
  BridgeStreams,
  StreamRefusedError,
} from '@pocketfleet/adb-bridge';
import { type AccessPermission, closeCodes } from '@pocketfleet/contract';
import pTimeout from 'p-timeout';
import { getActiveAssignment } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import { isStillAllowed } from '../screen/screen.ts';
import type { ToolCall } from './tool.ts';

export type OpenService = (service: string) => Promise<BridgeStream>;

/** Of one caller on one phone at once, on this node: each is a channel of the phone's host. */
const maxRunning = 4;
const running = new Map<string, number>();
const openWithinMs = 10_000;
const checkEveryMs = 1_000;

/** Throws device_not_assigned, assignment_not_started, device_offline, or device_failed with the phone's reason. */
export async function withServices<Result>(
  { deps, caller, signal }: Pick<ToolCall, 'deps' | 'caller' | 'signal'>,
  { deviceId, permission }: { deviceId: string; permission: AccessPermission },
  work: (open: OpenService) => Promise<Result>,
): Promise<Result> {
  const { id: assignmentId, expires_at: expiresAt } = await getActiveAssignment(deps, deviceId, caller);
  const leave = enter(`${caller.credential_id}:${deviceId}`);
  try {
    return await serve({ deps, caller, signal }, { deviceId, assignmentId, expiresAt, permission }, work);
  } finally {
    leave();
  }
}

type Place = {
  deviceId: string;
  assignmentId: string;
  expiresAt: string | null;
  permission: AccessPermission;
};

async function serve<Result>(
  { deps, caller, signal }: Pick<ToolCall, 'deps' | 'caller' | 'signal'>,
  { permission, ...place }: Place,
  work: (open: OpenService) => Promise<Result>,
): Promise<Result> {
  const channel = await deps.channels.open({ ...place, kind: 'adb' }).catch((cause: unknown) => {
    throw new AppError('device_offline', { cause });
  });
  const streams = new BridgeStreams({
    side: 'customer',
    maxStreams: 4,
    send: (message) => void channel.send(message),
    onOpen: (_service, reply) => reply.refuse('not a reverse of this bridge'),
    onBanner: () => undefined,
  });
  const end = (): void => channel.close(closeCodes.normal.code);
  signal.addEventListener('abort', end, { once: true });
  channel.on('message', (data: Buffer, isBinary: boolean) => {
    try {
      if (!isBinary) throw new BridgeFormatError('a text message');
      streams.receive(data);
    } catch {
      channel.terminate();
    }
  });
  channel.once('close', (code) => {
    const isOneTooMany = code === closeCodes.too_many.code;
    streams.end(
      isOneTooMany ? 'too many connections to this phone are open' : 'the line to the phone was lost',
    );
  });
  // A right that ends in the middle ends what it opened within a second.
  const check = setInterval(() => {
    isStillAllowed(deps, caller, { assignmentId: place.assignmentId, permission }).then(
      (isAllowed) => isAllowed || end(),
      () => undefined,
    );
  }, checkEveryMs);
  try {
    return await work((service) =>
      pTimeout(streams.open(service), {
        milliseconds: openWithinMs,
        message: new AppError('device_failed', { detail: 'The phone did not respond in time.' }),
      }),
    );
  } catch (error) {
    if (error instanceof StreamRefusedError)
      throw new AppError('device_failed', { detail: `The phone refused this: ${error.message}.` });
    throw error;
  } finally {
    clearInterval(check);
    signal.removeEventListener('abort', end);
    end();
  }
}

/** Throws too_many_requests; returns the way out. */
function enter(who: string): () => void {
  const count = running.get(who) ?? 0;
  if (count >= maxRunning) {
    const detail = `At most ${maxRunning} commands and pictures of a phone run at once. Wait for one to end.`;
    throw new AppError('too_many_requests', { detail, retryAfterS: 1 });
  }
  running.set(who, count + 1);
  return () => {
    const left = (running.get(who) ?? 1) - 1;
    if (left === 0) running.delete(who);
    else running.set(who, left);
  };
}
