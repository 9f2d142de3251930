// One browser's transfer and the agent's channel for it, joined. Each side is checked, slowed down by the other
// and closed with it. What a phone may move in a day is asked of `share`.
import {
  type CloseReason,
  closeCodes,
  filesNotice,
  filesRequest,
  maxFilesTextLength,
} from '@pocketfleet/contract';
import { decodeFileBlock, FileBlockFormatError } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { closeForFault, closeSocket } from '../../platform/websockets.ts';
import { holdBackIfSlow } from './hold-back.ts';
import { watchHeartbeat } from './socket-heartbeat.ts';

const longestMs = 6 * 60 * 60_000;

/** Whether bytes may move; a promise where that has to be asked. Both sides wait for it. */
export type Share = { take: (bytes: number) => Promise<boolean> | boolean; close: () => void };

/** `reasonOfLoss`: what the viewer is told when the channel ended without a word. */
export function joinFiles(
  viewer: WebSocket,
  channel: WebSocket,
  share: Share,
  reasonOfLoss: () => CloseReason,
): void {
  const timer = setTimeout(() => {
    closeSocket(viewer, 'too_slow');
    channel.close(closeCodes.normal.code);
  }, longestMs);
  timer.unref();
  watchHeartbeat(viewer);
  watchHeartbeat(channel);
  forward(viewer, channel, filesRequest, share);
  forward(channel, viewer, filesNotice, share);
  viewer.on('close', () => {
    clearTimeout(timer);
    share.close();
    channel.close(closeCodes.normal.code);
  });
  channel.on('close', (code) => {
    clearTimeout(timer);
    closeSocket(viewer, code === closeCodes.normal.code ? 'normal' : reasonOfLoss());
  });
}

type Schema = { safeParse: (value: unknown) => { success: boolean } };

function forward(from: WebSocket, to: WebSocket, text: Schema, share: Share): void {
  const pass = (bytes: Buffer, isBinary: boolean): void => {
    if (to.readyState !== to.OPEN) return;
    to.send(bytes, { binary: isBinary });
    holdBackIfSlow(from, to);
  };
  // Messages keep their order while the share of one of them is asked for.
  let asked: Promise<void> | undefined;
  const passBlock = (bytes: Buffer): Promise<void> | undefined => {
    const verdict = share.take(bytes.length);
    if (verdict === true) return void pass(bytes, true);
    if (verdict === false) return void closeSocket(from, 'too_many');
    from.pause();
    return verdict
      .then(
        (mayMove) => (mayMove ? pass(bytes, true) : closeSocket(from, 'too_many')),
        () => closeSocket(from, 'server_error'),
      )
      .finally(() => from.resume());
  };
  const handle = (bytes: Buffer, isBinary: boolean): Promise<void> | undefined => {
    if (from.readyState !== from.OPEN) return undefined;
    return isBinary ? passBlock(bytes) : void pass(bytes, false);
  };
  from.on('message', (data, isBinary) => {
    const bytes = data as Buffer;
    if (from.readyState !== from.OPEN) return;
    if (!(isBinary ? isBlock(bytes) : isText(bytes, text))) return closeForFault(from, 'bad_message');
    const next = asked === undefined ? handle(bytes, isBinary) : asked.then(() => handle(bytes, isBinary));
    if (next === undefined) return;
    const mine = next.finally(() => {
      if (asked === mine) asked = undefined;
    });
    asked = mine;
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
