// One browser's transfer and the agent's channel for it, joined. Each side is checked, slowed down by the other
// and closed with it. What is moved for a phone in a day is bounded, on each node.
import {
  closeCodes,
  filesNotice,
  filesRequest,
  maxDayFileBytes,
  maxFilesTextLength,
} from '@pocketfleet/contract';
import { decodeFileBlock, FileBlockFormatError } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { closeSocket } from '../../platform/websockets.ts';
import { holdBackIfSlow } from './hold-back.ts';

const longestMs = 6 * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

export type DayLimit = {
  /** False when the phone has moved its share of today. */
  add: (deviceId: string, bytes: number) => boolean;
};

/** `now` is monotonic, in ms. */
export function createDayLimit(now: () => number): DayLimit {
  const days = new Map<string, { startMs: number; bytes: number }>();
  return {
    add: (deviceId, bytes) => {
      const known = days.get(deviceId);
      const day = known && now() - known.startMs < dayMs ? known : { startMs: now(), bytes: 0 };
      day.bytes += bytes;
      days.set(deviceId, day);
      return day.bytes <= maxDayFileBytes;
    },
  };
}

export function joinFiles(viewer: WebSocket, channel: WebSocket, deviceId: string, limit: DayLimit): void {
  const timer = setTimeout(() => {
    closeSocket(viewer, 'too_slow');
    channel.close(closeCodes.normal.code);
  }, longestMs);
  timer.unref();
  forward(viewer, channel, filesRequest, (bytes) => limit.add(deviceId, bytes));
  forward(channel, viewer, filesNotice, (bytes) => limit.add(deviceId, bytes));
  viewer.on('close', () => {
    clearTimeout(timer);
    channel.close(closeCodes.normal.code);
  });
  channel.on('close', () => {
    clearTimeout(timer);
    if (viewer.readyState === viewer.OPEN) closeSocket(viewer, 'normal');
  });
}

type Schema = { safeParse: (value: unknown) => { success: boolean } };

function forward(from: WebSocket, to: WebSocket, text: Schema, mayMove: (bytes: number) => boolean): void {
  from.on('message', (data, isBinary) => {
    const bytes = data as Buffer;
    if (!(isBinary ? isBlock(bytes) : isText(bytes, text))) return closeSocket(from, 'bad_message');
    if (isBinary && !mayMove(bytes.length)) return closeSocket(from, 'too_many');
    if (to.readyState !== to.OPEN) return;
    to.send(bytes, { binary: isBinary });
    holdBackIfSlow(from, to);
  });
}

function isBlock(bytes: Uint8Array): boolean {
  try {
    decodeFileBlock(bytes);
    return true;
  } catch (error) {
    if (error instanceof FileBlockFormatError) return false;
    throw error;
  }
}

function isText(bytes: Buffer, schema: Schema): boolean {
  if (bytes.length > maxFilesTextLength) return false;
  try {
    return schema.safeParse(JSON.parse(bytes.toString())).success;
  } catch {
    return false;
  }
}
