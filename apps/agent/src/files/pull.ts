import type { FilesRequest } from '@pocketfleet/contract';
import { maxFileBytes } from '@pocketfleet/contract';
import { receiveFile } from '../adb/sync-receive.ts';
import { BeginningChain } from './beginning-chain.ts';
import { BlockSender } from './block-sender.ts';
import type { FilesChannel } from './files-channel.ts';
import { ChannelEndedError } from './inbox.ts';
import { FilesRefusedError } from './phone-shell.ts';

/** Sends a file of the phone from an offset on. adb reads from the start; what is not wanted is passed over. */
export async function pullFile(
  { adb, socket, say }: FilesChannel,
  { path, offset, chain }: Extract<FilesRequest, { type: 'pull' }>,
): Promise<void> {
  const size = await sizeOf(adb, path);
  if (size > maxFileBytes) throw new FilesRefusedError('Files above 2 GB can’t be fetched.');
  say({ type: 'pull_start', size });
  const blocks = new BlockSender(socket, offset);
  const beginning = new BeginningChain();
  let at = 0;
  await receiveFile(adb, path, (piece) => {
    // Left early: the phone stops reading. Also while what is read is passed over.
    if (socket.readyState !== socket.OPEN) throw new ChannelEndedError('the channel was closed');
    const skipped = Math.min(piece.length, Math.max(0, offset - at));
    if (skipped > 0) beginning.add(piece.subarray(0, skipped));
    const isAtOffset = at < offset && at + piece.length >= offset;
    if (isAtOffset && chain !== undefined && beginning.end() !== chain) throw hasChanged();
    at += piece.length;
    return blocks.add(piece.subarray(skipped));
  });
  if (at < offset) throw hasChanged();
  await blocks.end();
  say({ type: 'done' });
}

async function sizeOf(adb: FilesChannel['adb'], path: string): Promise<number> {
  const sync = await adb.sync();
  try {
    return Number((await sync.lstat(path)).size);
  } finally {
    await sync.dispose();
  }
}

function hasChanged(): FilesRefusedError {
  return new FilesRefusedError('The file has changed while it was fetched.');
}
