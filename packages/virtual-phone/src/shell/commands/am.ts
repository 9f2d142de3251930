import { type Command, type CommandContext, complain, print } from '../command.ts';

/** `am ...` and `cmd activity ...`: starts and stops apps, changes users. */
export const am: Command = (args, context) => {
  const [name = '', ...rest] = args;
  switch (name) {
    case 'start':
    case 'start-activity':
      return start(rest, context);
    case 'force-stop':
    case 'kill': {
      const target = rest.filter((_, at) => rest[at - 1] !== '--user' && rest[at] !== '--user')[0];
      if (target === undefined) return complain(context, 'Error: no package specified', 255);
      context.world.android().screen.forceStop(target);
      return 0;
    }
    case 'kill-all':
      return 0;
    case 'switch-user': {
      const id = Number(rest.find((arg) => !arg.startsWith('-')));
      if (!context.world.users.switchTo(id)) return complain(context, 'Error: Failed to switch to user');
      context.world.log.add('I', 'ActivityManager', `Switched to user ${id}`);
      return 0;
    }
    case 'start-user': {
      const started = context.world.users.setRunning(Number(rest.at(-1)), true);
      return started
        ? print(context, 'Success: user started\n')
        : complain(context, 'Error: could not start user');
    }
    case 'stop-user': {
      const id = Number(rest.at(-1));
      if (context.world.users.setRunning(id, false)) return 0;
      return complain(
        context,
        id === context.world.users.current ? "Can't stop current user" : `Error: could not stop user ${id}`,
      );
    }
    case 'get-current-user':
      return print(context, `${context.world.users.current}\n`);
    case 'get-started-user-state':
      return print(
        context,
        context.world.users.isRunning(Number(rest[0])) ? 'RUNNING_UNLOCKED\n' : 'User is not started: null\n',
      );
    case 'broadcast':
      return print(
        context,
        `Broadcasting: Intent { act=${valueAfter(rest, '-a') ?? ''} flg=0x400000 }\nBroadcast completed: result=0\n`,
      );
    case 'stack':
    case 'task':
      return print(
        context,
        context.world
          .android()
          .screen.runningPackages.map((app, at) => `taskId=${at + 2}: ${app}\n`)
          .join(''),
      );
    default:
      return complain(context, `Error: Unknown command: ${name}`, 255);
  }
};

const VALUED = new Set([
  '-a',
  '-c',
  '-d',
  '-n',
  '-t',
  '-p',
  '-f',
  '--user',
  '--display',
  '--es',
  '--ez',
  '--ei',
  '--activity-type',
]);

function start(args: readonly string[], context: CommandContext): Promise<number> {
  const component = valueAfter(args, '-n') ?? operandOf(args)?.match(/^[\w.]+\/[\w.$]+$/)?.[0];
  const data = valueAfter(args, '-d');
  const operand = operandOf(args);
  const [packageName = '', activityName] = (
    component ??
    valueAfter(args, '-p') ??
    (operand?.includes(':') === true ? '' : (operand ?? ''))
  ).split('/');
  const activity = activityName?.startsWith('.') === true ? packageName + activityName : activityName;
  const shown =
    component !== undefined ? `cmp=${packageName}/${activityName}` : `dat=${data ?? operand ?? ''}`;
  const action = valueAfter(args, '-a');
  const intent = `Intent { ${action === undefined ? '' : `act=${action} `}${shown} }`;
  const target = {
    ...(packageName === '' ? homeOrNothing(args) : { package: packageName }),
    ...(activity === undefined ? {} : { activity }),
    ...(data === undefined && operand?.includes(':') !== true ? {} : { data: data ?? operand ?? '' }),
  };
  if (context.world.android().screen.startActivity(target)) {
    context.world.log.add('I', 'ActivityTaskManager', `START u0 {${shown}} from uid 2000`);
    return print(
      context,
      `Starting: ${intent}\n${args.includes('-W') ? 'Status: ok\nLaunchState: COLD\nComplete\n' : ''}`,
    );
  }
  const reason =
    component === undefined
      ? `Error: Activity not started, unable to resolve ${intent}`
      : `Error type 3\nError: Activity class {${packageName}/${activity}} does not exist.`;
  return context.out(`Starting: ${intent}\n`).then(() => complain(context, reason));
}

function homeOrNothing(args: readonly string[]): { package?: string } {
  return valueAfter(args, '-c') === 'android.intent.category.HOME'
    ? { package: 'com.android.launcher3' }
    : {};
}

function valueAfter(args: readonly string[], option: string): string | undefined {
  const at = args.indexOf(option);
  return at === -1 ? undefined : args[at + 1];
}

/** The first word that is neither an option nor an option's value. */
function operandOf(args: readonly string[]): string | undefined {
  return args.find((arg, at) => !arg.startsWith('-') && !VALUED.has(args[at - 1] ?? ''));
}
