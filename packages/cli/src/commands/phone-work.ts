// Work on one phone without a local adb: shell, push, pull, install, screenshot.
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { CommandError, ExitStatus, type Terminal } from '@pocketfleet/command-line';
import type { Adb } from '@yume-chan/adb';
import { Consumable, type ReadableStream } from '@yume-chan/stream-extra';
import type { Command } from 'commander';
import { withPhoneAdb } from '../bridge/phone-adb.ts';
import { type Context, works } from '../command.ts';
import { findPhone } from '../find-phone.ts';
import { countingStream } from '../progress-stream.ts';
import { runShell } from '../run-shell.ts';

export function addPhoneWork(program: Command, terminal: Terminal): void {
  works(
    program
      .command('shell')
      .argument('<phone>')
      .argument('[command...]')
      .description('a shell on the phone, or one command: its exit status is that of this command')
      .passThroughOptions()
      .allowUnknownOption(),
    terminal,
    async ({ account }, _options, [name = '', ...words]) => {
      const phone = await findPhone(account(), name);
      const status = await withPhoneAdb(account(), phone, (adb) => runShell(adb, words.join(' ')));
      if (status !== 0) throw new ExitStatus(status);
    },
  );
  works(
    program
      .command('push')
      .argument('<phone>')
      .argument('<file>')
      .argument('[folder]')
      .description('copy a file to the phone'),
    terminal,
    push,
  );
  works(
    program
      .command('pull')
      .argument('<phone>')
      .argument('<path>')
      .argument('[file]')
      .description('copy a file from the phone'),
    terminal,
    pull,
  );
  works(
    program.command('install').argument('<phone>').argument('<apk>').description('install an app'),
    terminal,
    install,
  );
  works(
    program
      .command('screenshot')
      .argument('<phone>')
      .argument('[file]')
      .description('save what the phone shows as PNG'),
    terminal,
    async ({ out, account }, _options, [name = '', file]) => {
      const phone = await findPhone(account(), name);
      const png = await withPhoneAdb(account(), phone, (adb) =>
        adb.subprocess.noneProtocol.spawnWait('screencap -p'),
      );
      const target = file ?? `${phone.tag}-${new Date().toISOString().replace(/[:.]/g, '-')}.png`;
      await writeWhole(target, async (sink) => void sink.end(png));
      out.done({ phone: phone.tag, file: target, bytes: png.length }, `Saved ${target}.`);
    },
  );
}

async function push(
  { out, account, terminal }: Context,
  _options: object,
  [name = '', file = '', folder]: readonly string[],
): Promise<void> {
  const { size } = await regularFile(file);
  const phone = await findPhone(account(), name);
  const target =
    folder === undefined || folder.endsWith('/')
      ? join(folder ?? '/sdcard/Download', basename(file))
      : folder;
  const progress = terminal.progress(`Pushing ${basename(file)}`);
  await withPhoneAdb(account(), phone, async (adb) => {
    const sync = await adb.sync();
    try {
      await sync.write({ filename: target, file: fileStream(file, size, progress.say) });
    } finally {
      await sync.dispose();
    }
  }).catch(explainSync);
  progress.end(`Pushed ${basename(file)}`);
  out.done({ phone: phone.tag, path: target, bytes: size }, `Pushed ${basename(file)} to ${target}.`);
}

async function pull(
  { out, account, terminal }: Context,
  _options: object,
  [name = '', path = '', file]: readonly string[],
): Promise<void> {
  const phone = await findPhone(account(), name);
  const target = file ?? basename(path);
  const progress = terminal.progress(`Pulling ${basename(path)}`);
  let bytes = 0;
  await withPhoneAdb(account(), phone, async (adb) => {
    const sync = await adb.sync();
    try {
      const { size } = await sync.stat(path);
      await writeWhole(target, async (sink) => {
        const counted = countingStream(Number(size), progress.say, (sum) => {
          bytes = sum;
        });
        await (sync.read(path) as unknown as globalThis.ReadableStream<Uint8Array>)
          .pipeThrough(counted)
          .pipeTo(Writable.toWeb(sink));
      });
    } finally {
      await sync.dispose();
    }
  }).catch(explainSync);
  progress.end(`Pulled ${basename(path)}`);
  out.done({ phone: phone.tag, file: target, bytes }, `Pulled ${path} to ${target} (${bytes} bytes).`);
}

async function install(
  { out, account, terminal }: Context,
  _options: object,
  [name = '', apk = '']: readonly string[],
): Promise<void> {
  const { size } = await regularFile(apk);
  const phone = await findPhone(account(), name);
  const progress = terminal.progress(`Installing ${basename(apk)}`);
  const said = await withPhoneAdb(account(), phone, (adb) => streamInstall(adb, apk, size, progress.say));
  progress.end(`Sent ${basename(apk)}`);
  if (!/^Success/m.test(said))
    throw new CommandError('refused', `The phone refused the app: ${said.trim().slice(0, 300)}`);
  out.done({ phone: phone.tag, installed: basename(apk) }, `Installed ${basename(apk)} on ${phone.tag}.`);
}

async function streamInstall(
  adb: Adb,
  apk: string,
  size: number,
  say: (text: string) => void,
): Promise<string> {
  const socket = await adb.createSocket(`exec:cmd package install -r -S ${size}`);
  const said = readAll(socket.readable as ReadableStream<Uint8Array>);
  const writer = socket.writable.getWriter();
  const counted = countingStream(size, say, () => undefined);
  const bytes = Readable.toWeb(createReadStream(apk)) as unknown as globalThis.ReadableStream<Uint8Array>;
  for await (const chunk of bytes.pipeThrough(counted)) await writer.write(chunk);
  return said;
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function fileStream(
  file: string,
  size: number,
  say: (text: string) => void,
): ReadableStream<Consumable<Uint8Array>> {
  const bytes = Readable.toWeb(createReadStream(file)) as unknown as globalThis.ReadableStream<Uint8Array>;
  return bytes.pipeThrough(countingStream(size, say, () => undefined)).pipeThrough(
    new TransformStream<Uint8Array, Consumable<Uint8Array>>({
      transform: (chunk, controller) => controller.enqueue(new Consumable(chunk)),
    }),
  ) as unknown as ReadableStream<Consumable<Uint8Array>>;
}

async function regularFile(path: string): Promise<{ size: number }> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new CommandError('not_found', `There is no file ${path}.`);
  if (!found.isFile()) throw new CommandError('usage', `${path} is not a file.`);
  return { size: found.size };
}

/** The file appears whole or not at all. */
async function writeWhole(path: string, fill: (sink: Writable) => Promise<void>): Promise<void> {
  const partial = `${path}.part`;
  const sink = createWriteStream(partial, { flags: 'w' });
  const finished = new Promise<void>((resolve, reject) => {
    sink.once('close', resolve);
    sink.once('error', reject);
  });
  try {
    await fill(sink);
    await finished;
    await rename(partial, path);
  } catch (error) {
    sink.destroy();
    await rm(partial, { force: true });
    throw error;
  }
}

function explainSync(error: unknown): never {
  if (error instanceof CommandError) throw error;
  const text = error instanceof Error ? error.message : String(error);
  throw new CommandError('refused', `The phone refused: ${text}`);
}
