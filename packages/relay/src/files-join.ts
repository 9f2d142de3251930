// Joins a browser's file transfer with the agent's channel for it. Each side is checked, slowed down by the other and
// closed with it. `share` limits the bytes that a phone may move in a day.
import {
  type CloseReason,
  closeCodes,
  type FilesNotice,
  filesNotice,
  filesRequest,
  maxFilesTextLength,
} from '@pocketfleet/contract';
import { decodeFileBlock, FileBlockFormatError } from '@pocketfleet/stream-protocol';
import { closeForFault, closeSocket, viewerHeartbeat, watchHeartbeat } from '@pocketfleet/websockets';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import type { FilesWatch } from './files-watch.ts';
import { holdBackIfSlow } from './hold-back.ts';

const longestMs = 6 * 60 * 60_000;
/** The last message of a transfer or a question. */
const lastNotices: ReadonlySet<FilesNotice['type']> = new Set(['listing', 'apps', 'done', 'failed']);

/** `take` says whether the bytes may move, or promises it when the database must be asked; both sides then wait. */
export type Share = { take: (bytes: number) => Promise<boolean> | boolean; close: () => void };

/** `reasonOfLoss` gives the viewer's close reason when the channel ended without one. */
export function joinFiles(
  viewer: WebSocket,
  channel: WebSocket,
  { share, watch }: { share: Share; watch: FilesWatch },
  reasonOfLoss: () => CloseReason,
): void {
  const timer = setTimeout(() => {
    closeSocket(viewer, 'too_slow');
    channel.close(closeCodes.normal.code);
  }, longestMs);
  timer.unref();
  watchHeartbeat(viewer, viewerHeartbeat);
  watchHeartbeat(channel, viewerHeartbeat);
  forward(viewer, channel, { share, isKnown: (text) => isText(text, filesRequest, watch.onRequest) });
  let isAnswered = false;
  const onNotice = (notice: FilesNotice): void => {
    isAnswered ||= lastNotices.has(notice.type);
    watch.onNotice(notice);
  };
  forward(channel, viewer, { share, isKnown: (text) => isText(text, filesNotice, onNotice) });
  viewer.on('close', () => {
    clearTimeout(timer);
    share.close();
    channel.close(closeCodes.normal.code);
  });
  channel.on('close', (code) => {
    clearTimeout(timer);
    // An agent whose phone was taken from it ends its channels as if all had been said.
    const isDone = code === closeCodes.normal.code && isAnswered;
    closeSocket(viewer, isDone ? 'normal' : reasonOfLoss());
  });
}

function forward(
  from: WebSocket,
  to: WebSocket,
  { share, isKnown }: { share: Share; isKnown: (text: Buffer) => boolean },
): void {
  const pass = (bytes: Buffer, isBinary: boolean): void => {
    if (to.readyState !== to.OPEN) return;
    to.send(bytes, { binary: isBinary });
    holdBackIfSlow(from, to);
  };
  // Messages keep their order while the share of one of them is being asked for.
  let pending: Promise<void> | undefined;
  const passBlock = (bytes: Buffer): Promise<void> | undefined => {
    const mayMove = share.take(bytes.length);
    if (mayMove === true) return void pass(bytes, true);
    if (mayMove === false) return void closeSocket(from, 'too_many');
    from.pause();
    return mayMove
      .then(
        (isGranted) => (isGranted ? pass(bytes, true) : closeSocket(from, 'too_many')),
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
    if (!(isBinary ? isBlock(bytes) : isKnown(bytes))) return closeForFault(from, 'bad_message');
    const next =
      pending === undefined ? handle(bytes, isBinary) : pending.then(() => handle(bytes, isBinary));
    if (next === undefined) return;
    const own = next.finally(() => {
      if (pending === own) pending = undefined;
    });
    pending = own;
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

function isText<Message>(
  bytes: Buffer,
  schema: z.ZodType<Message>,
  onMessage: (message: Message) => void,
): boolean {
  if (bytes.length > maxFilesTextLength) return false;
  const parsed = schema.safeParse(parseJson(bytes.toString()));
  if (parsed.success) onMessage(parsed.data);
  return parsed.success;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
