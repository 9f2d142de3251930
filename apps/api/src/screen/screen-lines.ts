// Lines to the agents about phones' screens: one channel for each assignment that is asked about, opened at the first request
// and closed soon after the last. Each request has an id, so answers may come in any order.
import { randomUUID } from 'node:crypto';
import {
  closeCodes,
  type ScreenReply,
  type ScreenRequest,
  screenReply,
  screenReplyId,
} from '@pocketfleet/contract';
import { viewerHeartbeat, watchHeartbeat } from '@pocketfleet/websockets';
import type { WebSocket } from 'ws';
import type { AppParts } from '../app-parts.ts';
import { AppError } from '../platform/app-error.ts';

const idleMs = 15_000;
const maxWaiting = 100;

export type ScreenPlace = { deviceId: string; assignmentId: string; expiresAt: string | null };
type Without<Request, Key extends string> = Request extends unknown ? Omit<Request, Key> : never;
type SeatHolder = Extract<ScreenRequest, { type: 'seat' }>['who'];
type Line = {
  ask: (request: ScreenRequest, timeoutMs: number, onSent?: () => void) => Promise<ScreenReply>;
  tellSeat: (generation: number, holder: SeatHolder) => void;
};

export type ScreenLines = {
  /** Throws device_offline, device_failed or too_many_requests. After `onSent` the phone may have got it, whatever comes. */
  ask: (
    place: ScreenPlace,
    request: Without<ScreenRequest, 'id'>,
    timeoutMs: number,
    onSent?: () => void,
  ) => Promise<ScreenReply>;
  /** Somebody else has the phone: what its last holder has asked for stops. A phone without a line has nothing to stop. */
  tellSeat: (assignmentId: string, generation: number, holder: SeatHolder) => void;
};

export function createScreenLines(channels: Pick<AppParts['channels'], 'open' | 'knowsSeats'>): ScreenLines {
  const lines = new Map<string, Promise<Line>>();
  const lineTo = (place: ScreenPlace): Promise<Line> => {
    const known = lines.get(place.assignmentId);
    if (known !== undefined) return known;
    const forget = (): void => {
      if (lines.get(place.assignmentId) === opening) lines.delete(place.assignmentId);
    };
    const opening = channels.open({ ...place, kind: 'screen' }).then(
      (socket) => openLine(socket, channels.knowsSeats(socket), forget),
      (cause: unknown) => {
        forget();
        if (cause instanceof AppError) throw cause;
        throw new AppError('device_offline', { cause });
      },
    );
    lines.set(place.assignmentId, opening);
    return opening;
  };
  return {
    ask: async (place, request, timeoutMs, onSent) =>
      (await lineTo(place)).ask({ ...request, id: randomUUID() } as ScreenRequest, timeoutMs, onSent),
    tellSeat: (assignmentId, generation, holder) =>
      void lines.get(assignmentId)?.then(
        (line) => line.tellSeat(generation, holder),
        () => undefined,
      ),
  };
}

function openLine(socket: WebSocket, knowsSeats: boolean, onClosed: () => void): Line {
  const waiting = new Map<string, (outcome: ScreenReply | AppError) => void>();
  let idle: NodeJS.Timeout | undefined;
  const restIfIdle = (): void => {
    clearTimeout(idle);
    if (waiting.size > 0) return;
    idle = setTimeout(() => {
      // Forgotten first, so that no request is sent on a line that closes.
      onClosed();
      socket.close(closeCodes.normal.code);
    }, idleMs);
    idle.unref();
  };
  watchHeartbeat(socket, viewerHeartbeat);
  socket.on('close', () => {
    clearTimeout(idle);
    onClosed();
    for (const settle of [...waiting.values()]) settle(new AppError('device_offline'));
  });
  socket.on('message', (data, isBinary) => {
    const told = isBinary ? undefined : parseJson(data.toString());
    const named = screenReplyId.safeParse(told).data;
    if (named === undefined) return socket.terminate();
    // A reply that can't be read fails its own request, and not the others of the line.
    waiting.get(named.id)?.(screenReply.safeParse(told).data ?? new AppError('device_failed'));
  });
  return {
    tellSeat: (generation, who) => {
      const told: ScreenRequest = { type: 'seat', id: 'seat', generation, who };
      if (knowsSeats && socket.readyState === socket.OPEN) socket.send(JSON.stringify(told));
    },
    ask: (request, timeoutMs, onSent) =>
      new Promise((resolve, reject) => {
        if (waiting.size >= maxWaiting) return reject(new AppError('too_many_requests'));
        if (socket.readyState !== socket.OPEN) return reject(new AppError('device_offline'));
        const timer = setTimeout(
          () => settle(new AppError('device_failed', { detail: 'The phone did not respond in time.' })),
          timeoutMs,
        );
        const settle = (outcome: ScreenReply | AppError): void => {
          clearTimeout(timer);
          waiting.delete(request.id);
          restIfIdle();
          if (outcome instanceof AppError) reject(outcome);
          else resolve(outcome);
        };
        clearTimeout(idle);
        waiting.set(request.id, settle);
        socket.send(JSON.stringify(request));
        onSent?.();
      }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
