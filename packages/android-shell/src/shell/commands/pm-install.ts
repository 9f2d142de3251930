import { InstallFailure } from '../../packages/install-failure.ts';
import type { InstallOptions, InstallSession } from '../../packages/install-session.ts';
import { absolutePath, type Command, type CommandContext, fail, print, readPieces } from '../command.ts';
import { type Arguments, onlyUserOf, parseArguments, userOf } from './arguments.ts';

const VALUED =
  '-i -p -S --user --originating-uri --referrer --abi --install-location --pkg --install-reason'.split(' ');

/** `install [options] [-S size] [path|-]`: installs a file of the phone, or the host's standard input. */
const install: Command = async (args, context) => {
  const parsed = parseArguments(args, VALUED);
  const [path = '-'] = parsed.operands;
  if (path === '-' && sizeOf(parsed) === undefined) {
    return fail(context, 'Error: must either specify a package size or an APK file');
  }
  const session = context.world.packages.createSession(optionsOf(parsed, context));
  try {
    await writeApk(session, 'base.apk', path, parsed, context);
    await commitAndPrint(session, context);
    return 0;
  } finally {
    await context.world.packages.abandon(session);
  }
};

const installCreate: Command = async (args, context) => {
  const session = context.world.packages.createSession(optionsOf(parseArguments(args, VALUED), context));
  return print(context, `Success: created install session [${session.id}]\n`);
};

/** `install-write [-S size] session name [path|-]`. */
const installWrite: Command = async (args, context) => {
  const parsed = parseArguments(args, VALUED);
  const [id = '', name = '', path = '-'] = parsed.operands;
  const written = await writeApk(findSession(id, context), name, path, parsed, context);
  return print(context, `Success: streamed ${written} bytes\n`);
};

const installCommit: Command = async (args, context) => {
  await commitAndPrint(findSession(parseArguments(args, VALUED).operands[0] ?? '', context), context);
  return 0;
};

const installAbandon: Command = async (args, context) => {
  await context.world.packages.abandon(findSession(args[0] ?? '', context));
  return print(context, 'Success\n');
};

/** `install-existing [--user n] package`: installs another user's package, or a removed system package. */
const installExisting: Command = (args, context) => {
  const { operands, values } = parseArguments(args, VALUED);
  const [name = ''] = operands;
  const user = userOf(values, context);
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
  const { flags, operands, values } = parseArguments(args, VALUED);
  const [name] = operands;
  if (name === undefined) return fail(context, 'Error: package name not specified');
  const user = onlyUserOf(values, context);
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
  'install-create': installCreate,
  'install-write': installWrite,
  'install-commit': installCommit,
  'install-existing': installExisting,
  'install-abandon': installAbandon,
  'install-streaming': install,
  uninstall,
};

function optionsOf({ flags, values }: Arguments, context: CommandContext): InstallOptions {
  return {
    downgrade: flags.has('-d'),
    allowTest: flags.has('-t'),
    bypassLowTargetSdk: flags.has('--bypass-low-target-sdk-block'),
    user: onlyUserOf(values, context),
    grantsAll: flags.has('-g') || flags.has('--grant-all-requested-permissions'),
  };
}

function sizeOf({ values }: Arguments): number | undefined {
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
  log.add('I', 'PackageManager', `Installed package ${await packages.commit(session)}`);
  await context.out('Success\n');
}

/** Writes a file of the phone, or the host's standard input for `-`. */
async function writeApk(
  session: InstallSession,
  name: string,
  path: string,
  parsed: Arguments,
  context: CommandContext,
): Promise<number> {
  const size = path === '-' ? sizeOf(parsed) : context.world.files.stat(absolutePath(context, path)).size;
  return session.write(name, size, readPieces(path, context));
}
