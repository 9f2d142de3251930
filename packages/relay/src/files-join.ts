// Joins a browser's file transfer with the agent's channel for it. Each side is checked, slowed down by the other and
// closed with it. `share` limits the bytes that a phone may move in a day.
import {
  type CloseReason,
  closeCodes,
  type FilesNotice,
  type FilesRequest,
  filesNotice,
  filesRequest,
  maxFilesTextLength,
} from '@pocketfleet/contract';
import { decodeFileBlock, FileBlockFormatError } from '@pocketfleet/stream-protocol';
import { closeForFault, closeSocket, viewerHeartbeat, watchHeartbeat } from '@pocketfleet/websockets';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import type { JudgedFiles } from './control-plane.ts';
import type { FilesWatch } from './files-watch.ts';
import { holdBackIfSlow } from './hold-back.ts';

const longestMs = 6 * 60 * 60_000;
/** The last message of a transfer or a question. */
const lastNotices: ReadonlySet<FilesNotice['type']> = new Set(['listing', 'apps', 'done', 'failed']);

/** `take` says whether the bytes may move, or promises it when the database must be asked; both sides then wait. */
export type Share = { take: (bytes: number) => Promise<boolean> | boolean; close: () => void };

type Judge = (what: JudgedFiles) => Promise<string | null>;

/**
 * `judge` says why something isn't done now, or null. `reasonOfLoss` gives the viewer's close reason when the channel ended
 * without one.
 */
export function joinFiles(
  viewer: WebSocket,
  channel: WebSocket,
  { share, watch, judge }: { share: Share; watch: FilesWatch; judge: Judge },
  reasonOfLoss: () => CloseReason,
): void {
  const timer = setTimeout(() => {
    closeSocket(viewer, 'too_slow');
    channel.close(closeCodes.normal.code);
  }, longestMs);
  timer.unref();
  watchHeartbeat(viewer, viewerHeartbeat);
  watchHeartbeat(channel, viewerHeartbeat);
  forward(viewer, channel, {
    share,
    schema: filesRequest,
    onMessage: watch.onRequest,
    judge: (request) => {
      const what = judgedOf(request);
      return what && refuseUnless(viewer, judge(what));
    },
  });
  let isAnswered = false;
  const onNotice = (notice: FilesNotice): void => {
    isAnswered ||= lastNotices.has(notice.type);
    watch.onNotice(notice);
  };
  const toViewer = forward(channel, viewer, {
    share,
    schema: filesNotice,
    onMessage: onNotice,
    isWhole: true,
  });
  viewer.on('close', () => {
    clearTimeout(timer);
    share.close();
    channel.close(closeCodes.normal.code);
  });
  channel.on('close', async (code) => {
    clearTimeout(timer);
    // A small file and its end may have come while its share was still being asked for.
    await toViewer.settled();
    // An agent whose phone was taken from it ends its channels as if all had been said.
    const isDone = code === closeCodes.normal.code && isAnswered;
    closeSocket(viewer, isDone ? 'normal' : reasonOfLoss());
  });
}

/** Undefined for what needs no more than the socket: listing and pulling, and the parts of a push. */
function judgedOf(request: FilesRequest): JudgedFiles | undefined {
  const { type } = request;
  if (type === 'push') return request.install ? 'install' : 'push';
  return type === 'list' || type === 'pull' || type === 'push_from' || type === 'push_end' ? undefined : type;
}

/** Tells the viewer why not, and ends the socket. Promises whether the request goes on. */
async function refuseUnless(viewer: WebSocket, judged: Promise<string | null>): Promise<boolean> {
  try {
    const detail = await judged;
    if (detail === null) return true;
    if (viewer.readyState === viewer.OPEN)
      viewer.send(JSON.stringify({ type: 'failed', detail, retry: false } satisfies FilesNotice));
    closeSocket(viewer, 'normal');
  } catch {
    closeSocket(viewer, 'server_error');
  }
  return false;
}

/** `judge`: promises whether a text goes on, where somebody must be asked. Later texts wait for it. */
type Direction<Message> = {
  share: Share;
  schema: z.ZodType<Message>;
  onMessage: (message: Message) => void;
  judge?: (message: Message) => Promise<boolean> | undefined;
  /** All that came is passed on, also when `from` has closed since. Otherwise nothing is after its end. */
  isWhole?: boolean;
};

/** `settled`: when all that came until now was passed on. */
function forward<Message>(
  from: WebSocket,
  to: WebSocket,
  { share, schema, onMessage, judge, isWhole = false }: Direction<Message>,
): { settled: () => Promise<void> } {
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
  const passText = (bytes: Buffer, message: Message): Promise<void> | undefined => {
    const mayGoOn = judge?.(message);
    if (mayGoOn === undefined) return void pass(bytes, false);
    from.pause();
    return mayGoOn.then((may) => (may ? pass(bytes, false) : undefined)).finally(() => from.resume());
  };
  const handle = (bytes: Buffer, message: Message | undefined): Promise<void> | undefined => {
    if (!isWhole && from.readyState !== from.OPEN) return undefined;
    return message === undefined ? passBlock(bytes) : passText(bytes, message);
  };
  from.on('message', (data, isBinary) => {
    const bytes = data as Buffer;
    if (from.readyState !== from.OPEN) return;
    const message = isBinary ? undefined : readText(bytes, schema);
    if (isBinary ? !isBlock(bytes) : message === undefined) return closeForFault(from, 'bad_message');
    if (message !== undefined) onMessage(message);
    const next = pending === undefined ? handle(bytes, message) : pending.then(() => handle(bytes, message));
    if (next === undefined) return;
    const own = next.finally(() => {
      if (pending === own) pending = undefined;
    });
    pending = own;
  });
  return { settled: async () => pending };
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

function readText<Message>(bytes: Buffer, schema: z.ZodType<Message>): Message | undefined {
  if (bytes.length > maxFilesTextLength) return undefined;
  return schema.safeParse(parseJson(bytes.toString())).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
