// A file for the phone. The phone gets it under a temporary name while it arrives; the host keeps what has come,
// for a transfer that is cut. It gets its own name, or is installed, once it is whole and proven: nothing
// half-written is ever seen under a real name, and the temporary file goes on every way out.
import type { FilesRequest } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import { untilDisconnected } from '../adb/disconnection.ts';
import type { FilesChannel } from './files-channel.ts';
import { ChannelEndedError } from './inbox.ts';
import { refusalOf } from './install-answer.ts';
import { feedPhone } from './phone-feed.ts';
import { FilesRefusedError, freeBytes, quote, run, sentenceOf } from './phone-shell.ts';
import { claimRoom, openSpool, releaseSpool } from './spool.ts';
import type { SpoolFile } from './spool-file.ts';
import { removeLeftovers, temporaryPath } from './temporary-files.ts';

type Push = Extract<FilesRequest, { type: 'push' }>;

const installLimitMs = 180_000;
const commandLimitMs = 15_000;
/** From being asked to send until the first block: one of 256 KB at 17 KB/s. Nobody else can send to the phone meanwhile. */
const firstLimitMs = 15_000;
/** What must stay free for Android itself. */
const reserveBytes = 64 * 1024 * 1024;
/** Every zip file, and so every APK, begins with it. */
const zipHead = 0x504b0304;

export async function pushFile(channel: FilesChannel, push: Push): Promise<void> {
  const { adb, identity, spoolDir } = channel;
  if (push.install && push.size === 0) throw noApp();
  await removeLeftovers(adb, push.folder, spoolDir, identity);
  await refuseWhatDoesNotFit(adb, push);
  const { folder, name, size, modified_ms, install } = push;
  const spool = await openSpool(spoolDir, identity, [folder, name, size, modified_ms, install], size);
  let isOver = false;
  try {
    await agreeOnStart(channel, push, spool);
    await passOn(channel, push, spool);
    isOver = true;
  } catch (error) {
    isOver = !(error instanceof ChannelEndedError) && !sentenceOf(error).retry;
    throw error;
  } finally {
    await spool.close();
    if (isOver) await spool.remove();
    releaseSpool(spool);
  }
  channel.say({ type: 'done' });
}

async function refuseWhatDoesNotFit(adb: Adb, push: Push): Promise<void> {
  const free = await freeBytes(adb);
  // An app is there twice while it is installed.
  const needed = push.size * (push.install ? 2 : 1) + reserveBytes;
  if (free !== undefined && free < needed) {
    throw new FilesRefusedError(
      `The phone has no room for it: ${megabytes(free)} MB are free, ${megabytes(needed)} MB are needed.`,
    );
  }
}

/** Both sides say how much of this very file the host has. */
async function agreeOnStart({ inbox, say }: FilesChannel, push: Push, spool: SpoolFile): Promise<void> {
  if (spool.length > push.size) await spool.restart();
  say({ type: 'push_ready', offset: spool.length, chain: spool.chain });
  // A sender who has to compare what is there reads all of it first.
  const from = await inbox.next(spool.length === 0 ? firstLimitMs : undefined);
  if (from.type !== 'request' || from.request.type !== 'push_from') throw notUnderstood();
  if (from.request.offset === spool.length) return;
  if (from.request.offset !== 0) throw notUnderstood();
  await spool.restart();
}

async function passOn(channel: FilesChannel, push: Push, spool: SpoolFile): Promise<void> {
  const { adb, inbox, socket, say } = channel;
  const temporary = temporaryPath(push, spool);
  const feed = feedPhone(adb, spool, push.size, temporary);
  feed.finished.catch((error: Error) => inbox.end(error));
  // Given up while the phone is still behind: before its own name is there, it can be.
  const giveUp = (): void => void feed.stop(new ChannelEndedError('the channel was closed'));
  socket.once('close', giveUp);
  const offGrown = spool.onGrown(() => say({ type: 'received', bytes: spool.length }));
  try {
    await receive(channel, push, spool);
    say({ type: 'working', what: push.install ? 'installing' : 'storing' });
    await feed.finished;
    socket.off('close', giveUp);
    if (push.install) await install(channel, push, temporary);
    else await store(channel, push, temporary);
  } finally {
    offGrown();
    socket.off('close', giveUp);
    await feed.stop(new ChannelEndedError('the transfer was broken off'));
    // A phone that has gone has removed it itself, and answers nobody.
    await untilDisconnected(adb, run(adb, `rm -f -- ${quote(temporary)}`, commandLimitMs));
  }
}

/** Resolves when the host has all of it and its chain is the sender's. */
async function receive({ inbox, giveBack }: FilesChannel, push: Push, spool: SpoolFile): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const message = await inbox.next(isFirst ? firstLimitMs : undefined);
    if (message.type === 'request') {
      if (message.request.type !== 'push_end' || spool.taken !== push.size) throw notUnderstood();
      if (message.request.chain === spool.chain) return spool.flush();
      await spool.restart();
      throw new FilesRefusedError('The file was damaged on its way. Please try again.', true);
    }
    const { offset, content } = message.block;
    if (offset !== spool.taken || offset + content.length > push.size) throw notUnderstood();
    if (offset === 0 && push.install) refuseWhatIsNoApp(content);
    await claimRoom(spool, spool.taken + content.length);
    await spool.append(content, giveBack);
  }
}

async function store({ adb }: FilesChannel, push: Push, temporary: string): Promise<void> {
  const target = `${push.folder}/${push.name}`;
  const output = await run(adb, `mv -f -- ${quote(temporary)} ${quote(target)} 2>&1`, commandLimitMs);
  if (output.trim() !== '') throw new Error(output);
  // The phone's own gallery and file manager look only where they are told to.
  const scan = `content call --method scan_file --uri content://media --arg ${quote(target)} >/dev/null 2>&1`;
  await run(adb, scan, commandLimitMs).catch(() => undefined);
}

async function install({ adb, user }: FilesChannel, push: Push, temporary: string): Promise<void> {
  const refusal = refusalOf(await run(adb, `pm install -r --user ${user} ${temporary} 2>&1`, installLimitMs));
  if (refusal !== null) throw new FilesRefusedError(`${push.name} was not installed. ${refusal}`);
}

/** An APK is a zip file: what isn't one need not be sent to the phone to be refused. */
function refuseWhatIsNoApp(beginning: Uint8Array): void {
  const head = beginning.subarray(0, 4).reduce((value, byte) => value * 256 + byte, 0);
  if (head !== zipHead) throw noApp();
}

function noApp(): FilesRefusedError {
  return new FilesRefusedError('This file is not an app that Android can read.');
}

function notUnderstood(): FilesRefusedError {
  return new FilesRefusedError('The transfer was not understood. Please try again.', true);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
