import { type Command, type CommandContext, complain, print } from '../command.ts';
import { describeConfig } from './am-config.ts';
import { startActivity } from './am-start.ts';
import { describeIntent, parseIntent } from './intent.ts';

/** `am ...` and `cmd activity ...`: starts and stops apps, changes users. */
export const am: Command = (args, context) => {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name === '' || name === 'help')
    return name === '' ? complain(context, HELP, 255) : print(context, HELP);
  return command === undefined ? complain(context, `Unknown command: ${name}`, 255) : command(rest, context);
};

/** The package that a command is for; `--user` and its number are none. */
function packageOf(args: readonly string[]): string | undefined {
  return args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '--user');
}

function needsPackage(act: (name: string, context: CommandContext) => number | Promise<number>): Command {
  return (args, context) => {
    const name = packageOf(args);
    return name === undefined
      ? complain(context, 'Error: Argument expected: package', 255)
      : act(name, context);
  };
}

const forceStop = needsPackage((name, context) => {
  context.world.android().screen.forceStop(name);
  return 0;
});

/** Only what is in the background. */
const kill = needsPackage((name, context) => {
  const { screen } = context.world.android();
  if (!screen.focusedActivity.startsWith(`${name}/`)) screen.forceStop(name);
  return 0;
});

const crash = needsPackage((name, context) => {
  const { screen } = context.world.android();
  if (!screen.runningPackages.includes(name))
    return complain(context, `Error: no process found for package ${name}`, 255);
  context.world.log.add(
    'E',
    'AndroidRuntime',
    `FATAL EXCEPTION: main\nProcess: ${name}\nshell-induced crash`,
  );
  screen.forceStop(name);
  return 0;
});

const switchUser: Command = (args, context) => {
  const id = Number(args.find((arg) => !arg.startsWith('-')));
  if (!context.world.users.switchTo(id)) return complain(context, 'Error: Failed to switch to user');
  context.world.log.add('I', 'ActivityManager', `Switched to user ${id}`);
  return 0;
};

const startUser: Command = (args, context) =>
  context.world.users.setRunning(Number(args.at(-1)), true)
    ? print(context, 'Success: user started\n')
    : complain(context, 'Error: could not start user');

const stopUser: Command = (args, context) => {
  const id = Number(args.at(-1));
  if (context.world.users.setRunning(id, false)) return 0;
  return complain(
    context,
    id === context.world.users.current ? "Can't stop current user" : `Error: could not stop user ${id}`,
  );
};

const PROTECTED =
  /^android\.(intent\.action\.(BOOT_COMPLETED|LOCKED_BOOT_COMPLETED|BATTERY_|PACKAGE_|SCREEN_|USER_|TIME_SET|TIMEZONE_CHANGED|AIRPLANE_MODE|ACTION_POWER|REBOOT|ACTION_SHUTDOWN)|net\.|bluetooth\.)/;

/** Nothing here listens; what only the system may send is refused. */
const broadcast: Command = (args, context) => {
  const intent = { ...parseIntent(args), flags: 0x400000 };
  if (PROTECTED.test(intent.action ?? ''))
    return complain(
      context,
      `\nException occurred while executing 'broadcast':\njava.lang.SecurityException: Permission Denial: not allowed to send broadcast ${intent.action} from pid=8001, uid=2000`,
      255,
    );
  return print(context, `Broadcasting: ${describeIntent(intent)}\nBroadcast completed: result=0\n`);
};

/** No app of this phone has a service that shell may start. */
const startService: Command = async (args, context) => {
  await context.out(`Starting service: ${describeIntent(parseIntent(args))}\n`);
  return complain(context, 'Error: Not found; no service started.', 255);
};

const stopService: Command = async (args, context) => {
  await context.out(`Stopping service: ${describeIntent(parseIntent(args))}\n`);
  return complain(context, 'Service not stopped: was not running.', 255);
};

const instrument: Command = (args, context) => {
  const [name = '', runner = ''] = (args.at(-1) ?? '').split('/');
  const full = runner.startsWith('.') ? name + runner : runner;
  return complain(
    context,
    `INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{${name}/${full}}\nINSTRUMENTATION_STATUS_CODE: -1\nandroid.util.AndroidException: INSTRUMENTATION_FAILED: ${name}/${runner}`,
  );
};

/** `stack list`, `task list`: what the recents screen shows, front first. */
const listTasks: Command = (args, context) => {
  if (args[0] !== 'list') return complain(context, `Error: unknown command '${args[0] ?? ''}'`, 255);
  const { users } = context.world;
  const { runningPackages, display, focusedActivity } = context.world.android().screen;
  const bounds = `bounds=[0,0][${display.width},${display.height}]`;
  const rows = runningPackages.map((name, at) => {
    const isFront = focusedActivity.startsWith(`${name}/`);
    const activity = context.world.packages.get(name)?.launcherActivity ?? '';
    return `RootTask id=${at + 2} ${bounds} displayId=0 userId=${users.current}\n  taskId=${at + 2}: ${name}/${activity} ${bounds} userId=${users.current} visible=${isFront}\n`;
  });
  return print(context, rows.join('\n'));
};

const userState: Command = (args, context) =>
  print(
    context,
    context.world.users.isRunning(Number(args[0]))
      ? 'RUNNING_UNLOCKED\n'
      : `User is not started: ${args[0]}\n`,
  );

const COMMANDS: Readonly<Record<string, Command>> = {
  start: startActivity,
  'start-activity': startActivity,
  startservice: startService,
  'start-service': startService,
  'start-foreground-service': startService,
  stopservice: stopService,
  'stop-service': stopService,
  broadcast,
  'force-stop': forceStop,
  kill,
  'kill-all': () => 0,
  crash,
  instrument,
  'switch-user': switchUser,
  'start-user': startUser,
  'stop-user': stopUser,
  'get-current-user': (_args, context) => print(context, `${context.world.users.current}\n`),
  'get-started-user-state': userState,
  'is-user-stopped': (args, context) =>
    print(context, `${!context.world.users.isRunning(Number(args[0]))}\n`),
  'get-config': (_args, context) => print(context, describeConfig(context.world)),
  stack: listTasks,
  task: listTasks,
  'wait-for-broadcast-idle': (_args, context) => print(context, 'All broadcast queues are idle!\n'),
};

const HELP = `Activity manager (activity) commands:
  help
      Print this help text.
  start-activity [-D] [-W] [-S] [-R COUNT] [--user <USER_ID> | current] <INTENT>
      Start an Activity.
  start-service, start-foreground-service, stop-service [--user <USER_ID> | current] <INTENT>
  broadcast [--user <USER_ID> | all | current] <INTENT>
  force-stop [--user <USER_ID> | all | current] <PACKAGE>
  kill [--user <USER_ID> | all | current] <PACKAGE>
  kill-all
  crash [--user <USER_ID>] <PACKAGE|PID>
  instrument [-r] [-e <NAME> <VALUE>] [-w] <COMPONENT>
  switch-user, start-user, stop-user, get-started-user-state, is-user-stopped <USER_ID>
  get-current-user
  get-config
  stack list
  task list
`;
