// A file for the phone: collected on the host, then stored or installed as a whole. Nothing half-written is
// ever seen on the phone.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FilesRequest } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import { type MaybeConsumable, ReadableStream } from '@yume-chan/stream-extra';
import type { FilesChannel } from './files-channel.ts';
import { refusalOf } from './install-answer.ts';
import { FilesRefusedError, freeBytes, quote, run } from './phone-shell.ts';
import { openSpool, releaseSpool, type SpoolFile } from './spool.ts';

type Push = Extract<FilesRequest, { type: 'push' }>;

const acknowledgeEveryBytes = 1024 * 1024;
const installLimitMs = 180_000;
const commandLimitMs = 15_000;
/** What must stay free for Android itself. */
const reserveBytes = 64 * 1024 * 1024;
const pieceLength = 64 * 1024;

export async function pushFile(channel: FilesChannel, push: Push): Promise<void> {
  await refuseWhatDoesNotFit(channel.adb, push);
  const { identity, spoolDir } = channel;
  const spool = await openSpool(
    spoolDir,
    identity,
    [push.folder, push.name, push.size, push.modified_ms, push.install],
    push.size,
  );
  let isOver = false;
  try {
    await receive(channel, push, spool);
    isOver = true;
    if (push.install) await install(channel, push, spool.path);
    else await store(channel, push, spool.path);
    channel.say({ type: 'done' });
  } finally {
    await spool.close();
    if (isOver) await spool.remove();
    releaseSpool(spool);
  }
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

async function receive({ inbox, say }: FilesChannel, push: Push, spool: SpoolFile): Promise<void> {
  if (spool.length > push.size) await spool.restart();
  say({ type: 'push_ready', offset: spool.length, chain: spool.chain });
  const from = await inbox.next();
  if (from.type !== 'request' || from.request.type !== 'push_from') throw notUnderstood();
  if (from.request.offset !== spool.length) {
    if (from.request.offset !== 0) throw notUnderstood();
    await spool.restart();
  }
  let acknowledged = spool.length;
  for (;;) {
    const message = await inbox.next();
    if (message.type === 'request') {
      if (message.request.type !== 'push_end' || spool.length !== push.size) throw notUnderstood();
      if (message.request.chain === spool.chain) return;
      await spool.restart();
      throw new FilesRefusedError('The file was damaged on its way. Please try again.', true);
    }
    const { offset, content } = message.block;
    if (offset !== spool.length || offset + content.length > push.size) throw notUnderstood();
    await spool.append(content);
    if (spool.length - acknowledged < acknowledgeEveryBytes && spool.length < push.size) continue;
    acknowledged = spool.length;
    say({ type: 'received', bytes: spool.length });
  }
}

async function store({ adb, say }: FilesChannel, push: Push, source: string): Promise<void> {
  say({ type: 'working', what: 'storing' });
  const temporary = `${push.folder}/.pocketfleet-${randomBytes(6).toString('hex')}.part`;
  const target = `${push.folder}/${push.name}`;
  try {
    await writeToPhone(adb, source, temporary);
    const output = await run(adb, `mv -f -- ${quote(temporary)} ${quote(target)} 2>&1`, commandLimitMs);
    if (output.trim() !== '') throw new Error(output);
  } catch (error) {
    await run(adb, `rm -f -- ${quote(temporary)}`, commandLimitMs).catch(() => undefined);
    throw error;
  }
  // The phone's own gallery and file manager look only where they are told to.
  const scan = `content call --method scan_file --uri content://media --arg ${quote(target)} >/dev/null 2>&1`;
  await run(adb, scan, commandLimitMs).catch(() => undefined);
}

async function install({ adb, say, user }: FilesChannel, push: Push, source: string): Promise<void> {
  await refuseWhatIsNoApp(source);
  say({ type: 'working', what: 'installing' });
  const temporary = `/data/local/tmp/pocketfleet-${randomBytes(6).toString('hex')}.apk`;
  try {
    await writeToPhone(adb, source, temporary);
    const refusal = refusalOf(
      await run(adb, `pm install -r --user ${user} ${temporary} 2>&1`, installLimitMs),
    );
    if (refusal !== null) throw new FilesRefusedError(`${push.name} was not installed. ${refusal}`);
  } finally {
    await run(adb, `rm -f ${temporary}`, commandLimitMs).catch(() => undefined);
  }
}

/** An APK is a zip file: what isn't one need not be sent to the phone to be refused. */
async function refuseWhatIsNoApp(source: string): Promise<void> {
  const file = await open(source, 'r');
  try {
    const head = Buffer.alloc(4);
    await file.read(head, 0, 4, 0);
    if (head.readUInt32BE(0) === 0x504b0304) return;
  } finally {
    await file.close();
  }
  throw new FilesRefusedError('This file is not an app that Android can read.');
}

async function writeToPhone(adb: Adb, source: string, filename: string): Promise<void> {
  const sync = await adb.sync();
  const file = createReadStream(source, { highWaterMark: pieceLength });
  const pieces = file[Symbol.asyncIterator]();
  try {
    await sync.write({
      filename,
      permission: 0o644,
      file: new ReadableStream<MaybeConsumable<Uint8Array>>({
        async pull(controller) {
          const next = await pieces.next();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        },
      }),
    });
  } finally {
    file.destroy();
    await sync.dispose();
  }
}

function notUnderstood(): FilesRefusedError {
  return new FilesRefusedError('The transfer was not understood. Please try again.', true);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
