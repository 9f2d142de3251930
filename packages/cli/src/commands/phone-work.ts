// Work on one phone without a local adb: shell, push, pull, install, screenshot.
import { stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { openFile, saveFile } from '@pocketfleet/client/node';
import { PhoneLine } from '@pocketfleet/client/phone-line';
import { CommandError, ExitStatus, type Terminal } from '@pocketfleet/command-line';
import { downloadFolder } from '@pocketfleet/contract';
import type { Command } from 'commander';
import { type Context, works } from '../command.ts';
import { findPhone } from '../find-phone.ts';
import { createProgress } from '../progress.ts';
import { runShell } from '../run-shell.ts';

export function addPhoneWork(program: Command, terminal: Terminal): void {
  works(
    program
      .command('shell')
      .argument('<phone>')
      .argument('[command...]', 'run by the phone’s own shell; without it you get a shell')
      .description('a shell on the phone, or one command: its exit status is that of this command')
      .passThroughOptions()
      .allowUnknownOption(),
    terminal,
    async ({ account, out }, _options, [name = '', ...words]) => {
      const phone = await findPhone(account(), name);
      if (out.isJson) return shellAsJson({ account, out }, phone, words.join(' '));
      const line = new PhoneLine(account().client, phone);
      const status = await line.use((adb) => runShell(adb, words.join(' '))).finally(() => line.close());
      if (status !== 0) throw new ExitStatus(status);
    },
  );
  works(
    program
      .command('push')
      .argument('<phone>')
      .argument('<file>', 'a file of this computer')
      .argument('[folder]', `where below /sdcard, else ${downloadFolder}`)
      .description('copy a file to the phone'),
    terminal,
    push,
  );
  works(
    program
      .command('pull')
      .argument('<phone>')
      .argument('<path>', 'a file below /sdcard')
      .argument('[file]', 'its place on this computer, else its own name in this folder')
      .description('copy a file from the phone'),
    terminal,
    pull,
  );
  works(
    program
      .command('install')
      .argument('<phone>')
      .argument('<apk>', 'an APK file of this computer')
      .description('install an app'),
    terminal,
    install,
  );
  works(
    program
      .command('screenshot')
      .argument('<phone>')
      .argument('[file]', 'its place on this computer, else a name of the phone and the time')
      .description('save what the phone shows as PNG'),
    terminal,
    async ({ out, account }, _options, [name = '', file]) => {
      const phone = await findPhone(account(), name);
      const png = await account().phone(phone.id).screenshot();
      const target = file ?? `${phone.tag}-${new Date().toISOString().replace(/[:.]/g, '-')}.png`;
      await writeFile(target, png);
      out.done({ phone: phone.tag, file: target, bytes: png.length }, `Saved ${target}.`);
    },
  );
}

async function shellAsJson(
  { account, out }: Pick<Context, 'account' | 'out'>,
  phone: { id: string; tag: string },
  command: string,
): Promise<void> {
  if (command === '') throw new CommandError('usage', 'With --json, name a command.');
  const { stdout, stderr, exitCode } = await account().phone(phone.id).shell(command);
  out.done({ phone: phone.tag, stdout, stderr, exit_code: exitCode });
  if (exitCode !== 0) throw new ExitStatus(exitCode);
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
      ? `${folder ?? `${downloadFolder}/`}${basename(file)}`
      : folder;
  const progress = createProgress(terminal, `Pushing ${basename(file)}`, size);
  const { onProgress } = progress;
  await account()
    .phone(phone.id)
    .files.push(await openFile(file), target, { onProgress });
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
  const progress = createProgress(terminal, `Pulling ${basename(path)}`, 0);
  const { onProgress } = progress;
  const bytes = await saveFile(account().phone(phone.id).files.pull(path, { onProgress }), target);
  progress.end(`Pulled ${basename(path)}`);
  out.done(
    { phone: phone.tag, file: target, bytes },
    `Pulled ${path} to ${target} (${bytes === 1 ? '1 byte' : `${bytes} bytes`}).`,
  );
}

async function install(
  { out, account, terminal }: Context,
  _options: object,
  [name = '', apk = '']: readonly string[],
): Promise<void> {
  const { size } = await regularFile(apk);
  const phone = await findPhone(account(), name);
  const progress = createProgress(terminal, `Installing ${basename(apk)}`, size);
  await account()
    .phone(phone.id)
    .install(await openFile(apk), { onProgress: progress.onProgress });
  progress.end(`Installed ${basename(apk)}`);
  out.done({ phone: phone.tag, installed: basename(apk) }, `Installed ${basename(apk)} on ${phone.tag}.`);
}

async function regularFile(path: string): Promise<{ size: number }> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new CommandError('not_found', `There is no file ${path}.`);
  if (!found.isFile()) throw new CommandError('usage', `${path} is not a file.`);
  return { size: found.size };
}
