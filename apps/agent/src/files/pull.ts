import type { FilesRequest } from '@pocketfleet/contract';
import { maxFileBytes } from '@pocketfleet/contract';
import { encodeFileBlock, fileBlockLength } from '@pocketfleet/stream-protocol';
import { BeginningChain } from './beginning-chain.ts';
import type { FilesChannel } from './files-channel.ts';
import { ChannelEndedError } from './inbox.ts';
import { FilesRefusedError } from './phone-shell.ts';

const maxWaitingBytes = 2 * 1024 * 1024;

/** Sends a file of the phone from an offset on. adb reads from the start; what is not wanted is passed over. */
export async function pullFile(
  { adb, socket, say }: FilesChannel,
  { path, offset, chain }: Extract<FilesRequest, { type: 'pull' }>,
): Promise<void> {
  const sync = await adb.sync();
  try {
    const { size: stated } = await sync.lstat(path);
    const size = Number(stated);
    if (size > maxFileBytes) throw new FilesRefusedError('Files above 2 GB can’t be fetched.');
    say({ type: 'pull_start', size });
    let at = 0;
    const beginning = new BeginningChain();
    for await (const chunk of sync.read(path)) {
      // Left early: the stream is cancelled, and with it the phone's reading.
      if (socket.readyState !== socket.OPEN) throw new ChannelEndedError('the channel was closed');
      const skipped = Math.min(chunk.length, Math.max(0, offset - at));
      beginning.add(chunk.subarray(0, skipped));
      const isAtOffset = at < offset && at + chunk.length >= offset;
      if (isAtOffset && chain !== undefined && beginning.end() !== chain) throw hasChanged();
      for (let from = skipped; from < chunk.length; from += fileBlockLength) {
        const content = chunk.subarray(from, from + fileBlockLength);
        const sent = new Promise<void>((resolve) =>
          socket.send(encodeFileBlock({ offset: at + from, content }), () => resolve()),
        );
        if (socket.bufferedAmount > maxWaitingBytes) await sent;
      }
      at += chunk.length;
    }
    if (at < offset) throw hasChanged();
    say({ type: 'done' });
  } finally {
    await sync.dispose();
  }
}

function hasChanged(): FilesRefusedError {
  return new FilesRefusedError('The file has changed while it was fetched.');
}
