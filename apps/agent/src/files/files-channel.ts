// A files channel: one conversation of `contract/files.ts` about one phone, then the end. What a customer sends
// was checked by the relay and is checked again here; every refusal is a sentence.
import {
  type FileEntry,
  type FilesNotice,
  type FilesRequest,
  maxFilesTextLength,
} from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import type { WebSocket } from 'ws';
import { listApps, startApp, uninstallApp } from './apps.ts';
import { ChannelEndedError, type Inbox, openInbox } from './inbox.ts';
import { FilesRefusedError, quote, run, sentenceOf } from './phone-shell.ts';
import { pullFile } from './pull.ts';
import { pushFile } from './push.ts';
import { isTemporary } from './temporary-files.ts';
import { onTenantStorage, tenantStorage } from './tenant-storage.ts';

export type FilesChannel = {
  readonly adb: Adb;
  readonly socket: WebSocket;
  readonly inbox: Inbox;
  /** Folder on the host for files that are not whole yet. */
  readonly spoolDir: string;
  /** What makes the phone the same one. */
  readonly identity: string;
  /** The tenant's Android user. */
  readonly user: number;
  /** Puts the pinned scrcpy server on the phone where it isn't. */
  ensureServer(): Promise<void>;
  say(notice: FilesNotice): void;
  /** For the content of a block that nobody reads any more: its memory is used again. */
  giveBack(content: Uint8Array): void;
};

const commandLimitMs = 15_000;
const maxEntries = 2_000;
const directoryType = 4;
const fileType = 8;

/** Resolves when the conversation or the socket has ended; never rejects. */
export async function joinFiles(
  phone: Pick<FilesChannel, 'adb' | 'identity' | 'user' | 'ensureServer'>,
  socket: WebSocket,
  spoolDir: string,
  giveBack: (content: Uint8Array) => void = () => undefined,
): Promise<void> {
  const channel: FilesChannel = {
    ...phone,
    socket,
    spoolDir,
    giveBack,
    inbox: openInbox(socket),
    say: (notice) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(notice));
    },
  };
  try {
    const first = await channel.inbox.next();
    if (first.type !== 'request') throw new FilesRefusedError('This is not how a transfer begins.');
    await answer(channel, onTenantStorage(first.request, await tenantStorage(phone.adb, phone.user)));
  } catch (error) {
    if (!(error instanceof ChannelEndedError)) {
      const { message, retry } = sentenceOf(error);
      channel.say({ type: 'failed', detail: message.slice(0, 500), retry });
    }
  }
  socket.close(1000);
}

async function answer(channel: FilesChannel, request: FilesRequest): Promise<void> {
  const { adb, say } = channel;
  switch (request.type) {
    case 'list':
      return say(await listFolder(adb, request.path));
    case 'delete': {
      const output = await run(adb, `rm -rf -- ${quote(request.path)} 2>&1`, commandLimitMs);
      if (output.trim() !== '') throw new Error(output);
      return say({ type: 'done' });
    }
    case 'pull':
      return pullFile(channel, request);
    case 'push':
      return pushFile(channel, request);
    case 'list_apps':
      await channel.ensureServer();
      return say({ type: 'apps', apps: await listApps(adb, channel.user) });
    case 'start_app':
      await startApp(adb, request.package);
      return say({ type: 'done' });
    case 'uninstall_app':
      await uninstallApp(adb, request.package, channel.user);
      return say({ type: 'done' });
    default:
      throw new FilesRefusedError('This is not how a transfer begins.');
  }
}

async function listFolder(adb: Adb, path: string): Promise<FilesNotice> {
  const sync = await adb.sync();
  const entries: FileEntry[] = [];
  let isCut = false;
  let isThere = false;
  let length = 0;
  try {
    // With a slash, so that a link such as /sdcard itself is followed.
    for await (const entry of sync.opendir(`${path}/`)) {
      isThere = true;
      if (entry.name === '.' || entry.name === '..' || isTemporary(entry.name)) continue;
      const type = entry.mode >> 12;
      const one: FileEntry = {
        name: entry.name,
        kind: type === directoryType ? 'folder' : type === fileType ? 'file' : 'other',
        size: Number(entry.size),
        modified_ms: Number(entry.mtime) * 1000,
      };
      // All are read to the end, also those that are left out: the connection waits for it.
      length += JSON.stringify(one).length + 1;
      if (entries.length >= maxEntries || length > maxFilesTextLength - 1_000) isCut = true;
      else entries.push(one);
    }
    // adbd lists nothing, not even ".", for what it can't open; asking for it says why.
    if (!isThere && (await sync.lstat(`${path}/`)).type !== directoryType) {
      throw new FilesRefusedError('This is not a folder.');
    }
  } finally {
    await sync.dispose();
  }
  return { type: 'listing', entries, is_cut: isCut };
}
