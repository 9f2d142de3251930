// A files channel serves one request of `contract/files.ts` for one phone, then closes. The relay has checked the
// customer's messages; they are checked again here. Each refusal is a sentence for the customer.
import {
  type FileEntry,
  type FilesNotice,
  type FilesRequest,
  maxFilesTextLength,
} from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import type { WebSocket } from 'ws';
import { clearApp, listApps, startApp, stopApp, uninstallApp } from './apps.ts';
import type { FilesChannel } from './files-channel.ts';
import { ChannelEndedError, openInbox } from './inbox.ts';
import { FilesRefusedError, quote, run, toRefusal } from './phone-shell.ts';
import { pullFile } from './pull.ts';
import { pushFile } from './push.ts';
import { isTemporary } from './temporary-files.ts';
import { findTenantStorage, moveToTenantStorage } from './tenant-storage.ts';

const commandTimeoutMs = 15_000;
const maxEntries = 2_000;
const directoryType = 4;
const fileType = 8;

/** Resolves when the request is done or the socket has closed; never rejects. */
export async function joinFiles(
  phone: Pick<FilesChannel, 'adb' | 'identity' | 'user' | 'ensureServer'>,
  socket: WebSocket,
  spoolDir: string,
  releaseBlock: (content: Uint8Array) => void = () => undefined,
): Promise<void> {
  const channel: FilesChannel = {
    ...phone,
    socket,
    spoolDir,
    releaseBlock,
    inbox: openInbox(socket),
    notify: (notice) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(notice));
    },
  };
  try {
    const first = await channel.inbox.next();
    if (first.type !== 'request') throw new FilesRefusedError('This is not how a transfer begins.');
    await serve(channel, moveToTenantStorage(first.request, await findTenantStorage(phone.adb, phone.user)));
  } catch (error) {
    if (!(error instanceof ChannelEndedError)) {
      const { message, retry } = toRefusal(error);
      channel.notify({ type: 'failed', detail: message.slice(0, 500), retry });
    }
  }
  socket.close(1000);
}

async function serve(channel: FilesChannel, request: FilesRequest): Promise<void> {
  const { adb, notify } = channel;
  switch (request.type) {
    case 'list':
      return notify(await listFolder(adb, request.path));
    case 'delete': {
      const output = await run(adb, `rm -rf -- ${quote(request.path)} 2>&1`, commandTimeoutMs);
      if (output.trim() !== '') throw new Error(output);
      return notify({ type: 'done' });
    }
    case 'pull':
      return pullFile(channel, request);
    case 'push':
      return pushFile(channel, request);
    case 'list_apps':
      await channel.ensureServer();
      return notify({ type: 'apps', apps: await listApps(adb, channel.user) });
    case 'start_app':
      await startApp(adb, request.package);
      return notify({ type: 'done' });
    case 'uninstall_app':
      await uninstallApp(adb, request.package, channel.user);
      return notify({ type: 'done' });
    case 'stop_app':
      await stopApp(adb, request.package, channel.user);
      return notify({ type: 'done' });
    case 'clear_app':
      await clearApp(adb, request.package, channel.user);
      return notify({ type: 'done' });
    default:
      throw new FilesRefusedError('This is not how a transfer begins.');
  }
}

async function listFolder(adb: Adb, path: string): Promise<FilesNotice> {
  const sync = await adb.sync();
  const entries: FileEntry[] = [];
  let isTruncated = false;
  let isOpen = false;
  let length = 0;
  try {
    // The slash at the end makes adbd follow a link such as /sdcard.
    for await (const entry of sync.opendir(`${path}/`)) {
      isOpen = true;
      if (entry.name === '.' || entry.name === '..' || isTemporary(entry.name)) continue;
      const type = entry.mode >> 12;
      const one: FileEntry = {
        name: entry.name,
        kind: type === directoryType ? 'folder' : type === fileType ? 'file' : 'other',
        size: Number(entry.size),
        modified_ms: Number(entry.mtime) * 1000,
      };
      // Entries beyond the limit are read too, because the sync connection is blocked until all have been read.
      length += JSON.stringify(one).length + 1;
      if (entries.length >= maxEntries || length > maxFilesTextLength - 1_000) isTruncated = true;
      else entries.push(one);
    }
    // adbd lists nothing, not even ".", for a folder that it can't open; lstat gives the reason.
    if (!isOpen && (await sync.lstat(`${path}/`)).type !== directoryType) {
      throw new FilesRefusedError('This is not a folder.');
    }
  } finally {
    await sync.dispose();
  }
  return { type: 'listing', entries, is_cut: isTruncated };
}
