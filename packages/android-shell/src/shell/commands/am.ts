import { type Command, fail, print, subcommands } from '../command.ts';
import { instrument } from './am-instrument.ts';
import { startActivity } from './am-start.ts';
import { takeUser } from './arguments.ts';
import { describeIntent, parseIntent } from './intent.ts';

const forceStop: Command = (args, context) => {
  const name = args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '--user');
  if (name === undefined) return fail(context, 'Error: Argument expected: package', 255);
  context.world.instrumentations.kill(name);
  context.world.android().screen.forceStop(name);
  return 0;
};

const switchUser: Command = (args, context) => {
  const id = Number(args.find((arg) => !arg.startsWith('-')));
  if (!context.world.users.switchTo(id)) return fail(context, 'Error: Failed to switch to user');
  context.world.log.add('I', 'ActivityManager', `Switched to user ${id}`);
  return 0;
};

const startUser: Command = (args, context) =>
  context.world.users.setRunning(Number(args.at(-1)), true)
    ? print(context, 'Success: user started\n')
    : fail(context, 'Error: could not start user');

const stopUser: Command = (args, context) => {
  const id = Number(args.at(-1));
  if (context.world.users.setRunning(id, false)) return 0;
  return fail(
    context,
    id === context.world.users.current ? "Can't stop current user" : `Error: could not stop user ${id}`,
  );
};

/** Broadcasts that only the system may send. */
const PROTECTED =
  /^android\.(intent\.action\.(BOOT_COMPLETED|LOCKED_BOOT_COMPLETED|BATTERY_|PACKAGE_|SCREEN_|USER_|TIME_SET|TIMEZONE_CHANGED|AIRPLANE_MODE|ACTION_POWER|REBOOT|ACTION_SHUTDOWN)|net\.|bluetooth\.)/;

/** Only keyboards have receivers on this phone. */
const broadcast: Command = (args, context) => {
  const intent = { ...parseIntent(args), flags: 0x400000 };
  if (PROTECTED.test(intent.action ?? ''))
    return fail(
      context,
      `\nException occurred while executing 'broadcast':\njava.lang.SecurityException: Permission Denial: not allowed to send broadcast ${intent.action} from pid=8001, uid=2000`,
      255,
    );
  const { user } = takeUser(args, context);
  const { action = '', extras, packageName } = intent;
  if (user !== undefined) context.world.inputMethods.broadcast(packageName, user, { action, extras });
  return print(context, `Broadcasting: ${describeIntent(intent)}\nBroadcast completed: result=0\n`);
};

/** `am ...` and `cmd activity ...`: starts and stops apps and Android users. */
export const am = subcommands({
  start: startActivity,
  'start-activity': startActivity,
  broadcast,
  'force-stop': forceStop,
  instrument,
  'switch-user': switchUser,
  'start-user': startUser,
  'stop-user': stopUser,
  'get-current-user': (_args, context) => print(context, `${context.world.users.current}\n`),
});
