import { posix } from 'node:path';
import { InstallFailure } from '../../packages/install-failure.ts';
import type { ApkSource, InstallOptions, InstallSession } from '../../packages/install-session.ts';
import { absolutePath, type ByteSource, type Command, type CommandContext, fail, print } from '../command.ts';
import { type PmArguments, parsePm, userOf } from './pm-arguments.ts';

const VALUED = [
  '-i',
  '-p',
  '-S',
  '--user',
  '--originating-uri',
  '--referrer',
  '--abi',
  '--install-location',
  '--pkg',
  '--install-reason',
];

/** `install [options] [-S size] [path|-]`: installs a file of the phone, or the host's standard input. */
const install: Command = async (args, context) => {
  const parsed = parsePm(args, VALUED);
  const size = sizeOf(parsed);
  const [path] = parsed.operands;
  if ((path === undefined || path === '-') && size === undefined) {
    return fail(context, 'Error: must either specify a package size or an APK file');
  }
  const session = context.world.packages.createSession(optionsOf(parsed, context));
  try {
    if (path === undefined || path === '-') await session.write('base.apk', size, context.stdin);
    else await writeFromFile(session, 'base.apk', path, context);
    await commitAndPrint(session, context);
    return 0;
  } finally {
    await context.world.packages.abandon(session);
  }
};

const installCreate: Command = async (args, context) => {
  const session = context.world.packages.createSession(optionsOf(parsePm(args, VALUED), context));
  return print(context, `Success: created install session [${session.id}]\n`);
};

/** `install-write [-S size] session name [path|-]`. */
const installWrite: Command = async (args, context) => {
  const parsed = parsePm(args, VALUED);
  const [id = '', name = '', path = '-'] = parsed.operands;
  const session = findSession(id, context);
  const size = sizeOf(parsed);
  const written =
    path === '-'
      ? await session.write(name, size, context.stdin)
      : await writeFromFile(session, name, path, context);
  return print(context, `Success: streamed ${written} bytes\n`);
};

const installCommit: Command = async (args, context) => {
  await commitAndPrint(findSession(parsePm(args, VALUED).operands[0] ?? '', context), context);
  return 0;
};

/** `install-add-session parent child...`, for `adb install-multi-package` */
const installAddSession: Command = (args, context) => {
  const [parent, ...children] = parsePm(args, VALUED).operands.map((id) => findSession(id, context));
  if (parent === undefined || children.length === 0)
    return fail(context, 'Error: usage: install-add-session PARENT CHILD...');
  parent.children.push(...children);
  return print(context, 'Success\n');
};

const installAbandon: Command = async (args, context) => {
  await context.world.packages.abandon(findSession(args[0] ?? '', context));
  return print(context, 'Success\n');
};

/** `install-existing [--user n] package`: installs another user's package, or a removed system package. */
const installExisting: Command = (args, context) => {
  const { operands, values } = parsePm(args, VALUED);
  const [name = ''] = operands;
  const user = userOf(values, context) ?? context.world.users.current;
  const { packages, users } = context.world;
  if (!users.list().some(({ id }) => id === user) || !packages.addFor(user, name))
    return fail(
      context,
      `android.content.pm.PackageManager$NameNotFoundException: Package ${name} doesn't exist`,
    );
  return print(context, `Package ${name} installed for user: ${user}\n`);
};

/** `uninstall [-k] [--user n] package`. */
const uninstall: Command = async (args, context) => {
  const { flags, operands, values } = parsePm(args, VALUED);
  const [name] = operands;
  if (name === undefined) return fail(context, 'Error: package name not specified');
  const user = userOf(values, context);
  const { packages } = context.world;
  if (user !== undefined && packages.stored(name) !== undefined && packages.getFor(user, name) === undefined)
    return print(context, `Failure [not installed for ${user}]\n`).then(() => 1);
  if (context.world.keepsResidue()) throw new InstallFailure('DELETE_FAILED_DEVICE_POLICY_MANAGER');
  await packages.uninstall(name, user, flags.has('-k'));
  context.world.android().screen.forceStop(name);
  context.world.log.add('I', 'PackageManager', `Removed package ${name}`);
  return print(context, 'Success\n');
};

export const packageInstallers = {
  install,
  'install-add-session': installAddSession,
  'install-create': installCreate,
  'install-write': installWrite,
  'install-commit': installCommit,
  'install-existing': installExisting,
  'install-abandon': installAbandon,
  'install-streaming': install,
  uninstall,
};

function optionsOf({ flags, values }: PmArguments, context: CommandContext): InstallOptions {
  return {
    downgrade: flags.has('-d'),
    allowTest: flags.has('-t'),
    bypassLowTargetSdk: flags.has('--bypass-low-target-sdk-block'),
    user: userOf(values, context),
    grantsAll: flags.has('-g') || flags.has('--grant-all-requested-permissions'),
    installer: values.get('-i'),
    inherit: values.get('-p'),
  };
}

function sizeOf({ values }: PmArguments): number | undefined {
  const text = values.get('-S');
  if (text === undefined) return undefined;
  const size = Number(text);
  if (!Number.isSafeInteger(size) || size <= 0)
    throw new InstallFailure('INSTALL_FAILED_INVALID_APK', `Invalid size: ${text}`);
  return size;
}

function findSession(id: string, context: CommandContext): InstallSession {
  const session = context.world.packages.session(Number(id));
  if (session === undefined)
    throw new InstallFailure('INSTALL_FAILED_INTERNAL_ERROR', `Unknown session ${id}`);
  return session;
}

async function commitAndPrint(session: InstallSession, context: CommandContext): Promise<void> {
  const { packages, log } = context.world;
  for (const one of session.children.length > 0 ? session.children : [session]) {
    log.add('I', 'PackageManager', `Installed package ${await packages.commit(one)}`);
  }
  if (session.children.length > 0) await packages.abandon(session);
  await context.out('Success\n');
}

async function writeFromFile(
  session: InstallSession,
  name: string,
  path: string,
  context: CommandContext,
): Promise<number> {
  const file = await context.files.openRead(absolutePath(context, path));
  if ('bytes' in file) return session.write(name, file.bytes.length, once(Buffer.from(file.bytes)));
  try {
    const pieces = file.handle.createReadStream({ autoClose: false })[Symbol.asyncIterator]();
    const source: ApkSource = {
      read: async () => {
        const next = await pieces.next();
        return next.done === true ? null : (next.value as Buffer);
      },
    };
    return await session.write(posix.basename(name), file.size, source);
  } finally {
    await file.handle.close();
  }
}

function once(bytes: Buffer): ByteSource {
  let rest: Buffer | null = bytes;
  return {
    read: async () => {
      const all = rest;
      rest = null;
      return all;
    },
  };
}
