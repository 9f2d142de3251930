import type { FilesRequest } from '@pocketfleet/contract';
import { maxFileBytes } from '@pocketfleet/contract';
import { receiveFile } from '../adb/sync-receive.ts';
import { BlockSender } from './block-sender.ts';
import type { FilesChannel } from './files-channel.ts';
import { ChannelEndedError } from './inbox.ts';
import { FilesRefusedError } from './phone-shell.ts';
import { PrefixChain } from './prefix-chain.ts';

/** Sends a file of the phone, starting at an offset. adb always reads from the start, so the bytes before it are skipped. */
export async function pullFile(
  { adb, socket, notify }: FilesChannel,
  { path, offset, chain }: Extract<FilesRequest, { type: 'pull' }>,
): Promise<void> {
  const size = await readSize(adb, path);
  if (size > maxFileBytes) throw new FilesRefusedError('Files above 2 GB can’t be downloaded.');
  notify({ type: 'pull_start', size });
  const blocks = new BlockSender(socket, offset);
  const prefix = new PrefixChain();
  let at = 0;
  await receiveFile(adb, path, (piece) => {
    // When the customer leaves, the phone stops reading; also while bytes are skipped.
    if (socket.readyState !== socket.OPEN) throw new ChannelEndedError('the channel was closed');
    const skipped = Math.min(piece.length, Math.max(0, offset - at));
    if (skipped > 0) prefix.add(piece.subarray(0, skipped));
    const isAtOffset = at < offset && at + piece.length >= offset;
    if (isAtOffset && chain !== undefined && prefix.end() !== chain) throw fileChangedError();
    at += piece.length;
    return blocks.add(piece.subarray(skipped));
  });
  if (at < offset) throw fileChangedError();
  await blocks.end();
  notify({ type: 'done' });
}

async function readSize(adb: FilesChannel['adb'], path: string): Promise<number> {
  const sync = await adb.sync();
  try {
    return Number((await sync.lstat(path)).size);
  } finally {
    await sync.dispose();
  }
}

function fileChangedError(): FilesRefusedError {
  return new FilesRefusedError('The file has changed while it was fetched.');
}
