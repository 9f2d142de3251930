// Receives a file from the customer and sends it to the phone under a temporary name while it arrives. The host keeps
// the received part, so that an interrupted transfer can be resumed. The file gets its real name, or is installed, once
// it is complete and its hash is right, so no partial file ever has a real name. The temporary file is always removed.
import type { FilesRequest } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import { untilDisconnected } from '../adb/disconnection.ts';
import type { FilesChannel } from './files-channel.ts';
import { ChannelEndedError } from './inbox.ts';
import { describeInstallFailure } from './install-output.ts';
import { startPhoneFeed } from './phone-feed.ts';
import { FilesRefusedError, quote, readFreeBytes, run, toRefusal } from './phone-shell.ts';
import { openSpool, releaseSpool, reserveRoom } from './spool.ts';
import type { SpoolFile } from './spool-file.ts';
import { removeLeftovers, temporaryPath } from './temporary-files.ts';

type Push = Extract<FilesRequest, { type: 'push' }>;

const installTimeoutMs = 180_000;
const commandTimeoutMs = 15_000;
/** Enough for a first block of 256 KB at 17 KB/s. It is short, because no other file can be sent to the phone meanwhile. */
const firstBlockTimeoutMs = 15_000;
/** Must stay free for Android itself. */
const reserveBytes = 64 * 1024 * 1024;
/** The first bytes of each zip file, and so of each APK. */
const zipSignature = 0x504b0304;

export async function pushFile(channel: FilesChannel, push: Push): Promise<void> {
  const { adb, identity, spoolDir } = channel;
  if (push.install && push.size === 0) throw noApp();
  await removeLeftovers(adb, push.folder, spoolDir, identity);
  await refuseIfPhoneIsFull(adb, push);
  const { folder, name, size, modified_ms, install } = push;
  const spool = await openSpool(spoolDir, identity, [folder, name, size, modified_ms, install], size);
  let isFinal = false;
  try {
    await negotiateOffset(channel, push, spool);
    await transferToPhone(channel, push, spool);
    isFinal = true;
  } catch (error) {
    isFinal = !(error instanceof ChannelEndedError) && !toRefusal(error).retry;
    throw error;
  } finally {
    await spool.close();
    if (isFinal) await spool.remove();
    releaseSpool(spool);
  }
  channel.notify({ type: 'done' });
}

async function refuseIfPhoneIsFull(adb: Adb, push: Push): Promise<void> {
  const free = await readFreeBytes(adb);
  // While an app is installed, the phone has two copies of it.
  const needed = push.size * (push.install ? 2 : 1) + reserveBytes;
  if (free !== undefined && free < needed) {
    throw new FilesRefusedError(
      `The phone has too little storage: ${megabytes(free)} MB are free, ${megabytes(needed)} MB are needed.`,
    );
  }
}

/** Agrees with the sender on the offset from which the transfer goes on. */
async function negotiateOffset({ inbox, notify }: FilesChannel, push: Push, spool: SpoolFile): Promise<void> {
  if (spool.length > push.size) await spool.restart();
  notify({ type: 'push_ready', offset: spool.length, chain: spool.chain });
  // A sender that resumes has to hash the received part first, which may take long.
  const from = await inbox.next(spool.length === 0 ? firstBlockTimeoutMs : undefined);
  if (from.type !== 'request' || from.request.type !== 'push_from') throw protocolError();
  if (from.request.offset === spool.length) return;
  if (from.request.offset !== 0) throw protocolError();
  await spool.restart();
}

async function transferToPhone(channel: FilesChannel, push: Push, spool: SpoolFile): Promise<void> {
  const { adb, inbox, socket, notify } = channel;
  const temporary = temporaryPath(push, spool);
  const feed = startPhoneFeed(adb, spool, push.size, temporary);
  feed.finished.catch((error: Error) => inbox.end(error));
  // The customer may leave until the file gets its real name.
  const abort = (): void => void feed.stop(new ChannelEndedError('the channel was closed'));
  socket.once('close', abort);
  const stopListening = spool.onGrowth(() => notify({ type: 'received', bytes: spool.length }));
  try {
    await receive(channel, push, spool);
    notify({ type: 'working', what: push.install ? 'installing' : 'storing' });
    await feed.finished;
    socket.off('close', abort);
    if (push.install) await install(channel, push, temporary);
    else await store(channel, push, temporary);
  } finally {
    stopListening();
    socket.off('close', abort);
    await feed.stop(new ChannelEndedError('the transfer was aborted'));
    // A disconnected phone has removed the file itself, and would never answer.
    await untilDisconnected(adb, run(adb, `rm -f -- ${quote(temporary)}`, commandTimeoutMs));
  }
}

/** Resolves when the host has the whole file and its hash chain is the sender's. */
async function receive({ inbox, releaseBlock }: FilesChannel, push: Push, spool: SpoolFile): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const message = await inbox.next(isFirst ? firstBlockTimeoutMs : undefined);
    if (message.type === 'request') {
      if (message.request.type !== 'push_end' || spool.taken !== push.size) throw protocolError();
      if (message.request.chain === spool.chain) return spool.flush();
      await spool.restart();
      throw new FilesRefusedError('The file was damaged in transit. Please try again.', true);
    }
    const { offset, content } = message.block;
    if (offset !== spool.taken || offset + content.length > push.size) throw protocolError();
    if (offset === 0 && push.install) refuseUnlessZip(content);
    await reserveRoom(spool, spool.taken + content.length);
    await spool.append(content, releaseBlock);
  }
}

async function store({ adb }: FilesChannel, push: Push, temporary: string): Promise<void> {
  const target = `${push.folder}/${push.name}`;
  const output = await run(adb, `mv -f -- ${quote(temporary)} ${quote(target)} 2>&1`, commandTimeoutMs);
  if (output.trim() !== '') throw new Error(output);
  // The phone's gallery and file manager don't find a file before it was scanned.
  const scan = `content call --method scan_file --uri content://media --arg ${quote(target)} >/dev/null 2>&1`;
  await run(adb, scan, commandTimeoutMs).catch(() => undefined);
}

async function install({ adb, user }: FilesChannel, push: Push, temporary: string): Promise<void> {
  const failure = describeInstallFailure(
    await run(adb, `pm install -r --user ${user} ${temporary} 2>&1`, installTimeoutMs),
  );
  if (failure !== null) throw new FilesRefusedError(`${push.name} was not installed. ${failure}`);
}

/** Refuses a file that is not a zip file, and so no APK, before it is sent to the phone. */
function refuseUnlessZip(firstBlock: Uint8Array): void {
  const head = firstBlock.subarray(0, 4).reduce((value, byte) => value * 256 + byte, 0);
  if (head !== zipSignature) throw noApp();
}

function noApp(): FilesRefusedError {
  return new FilesRefusedError('This isn’t a valid APK.');
}

function protocolError(): FilesRefusedError {
  return new FilesRefusedError(
    'The transfer failed because of an unexpected message. Please try again.',
    true,
  );
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
