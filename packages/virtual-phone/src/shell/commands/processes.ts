// `ps`, `pidof`, `pgrep` and `kill`: the processes that matter. Those of apps follow the open tasks.
import { type Command, type CommandTable, complain, print } from '../command.ts';
import type { ShellWorld } from '../shell-world.ts';
import { findMatches } from './limited-match.ts';

export interface Process {
  readonly user: string;
  readonly pid: number;
  readonly ppid: number;
  readonly name: string;
  readonly isApp: boolean;
}

const ZYGOTE = 412;
const ADBD = 4521;
const SHELL = 8000;
const FIRST_APP_PID = 5200;

export function processesOf(world: ShellWorld, self = 'ps'): readonly Process[] {
  const { runningPackages } = world.android().screen;
  const front = world.users.current;
  const userOf = (name: string) => {
    const uid = world.packages.uidOf(name);
    return uid === 1000 ? 'system' : `u${front}_a${uid - 10_000}`;
  };
  const plain = (user: string, pid: number, ppid: number, name: string): Process => ({
    user,
    pid,
    ppid,
    name,
    isApp: false,
  });
  const app = (pid: number, name: string): Process => ({
    user: userOf(name),
    pid,
    ppid: ZYGOTE,
    name,
    isApp: true,
  });
  return [
    plain('root', 1, 0, 'init'),
    plain('root', 2, 0, '[kthreadd]'),
    plain('logd', 301, 1, 'logd'),
    plain('root', ZYGOTE, 1, 'zygote64'),
    plain('system', 1342, ZYGOTE, 'system_server'),
    app(1570, 'com.android.systemui'),
    app(1690, 'com.android.inputmethod.latin'),
    app(1801, 'com.android.launcher3'),
    plain('shell', ADBD, 1, 'adbd'),
    // A pid is the app's own, whatever is in front of it.
    ...runningPackages.map((name) => app(FIRST_APP_PID + (world.packages.uidOf(name) % 1000), name)),
    plain('shell', SHELL, ADBD, 'sh'),
    plain('shell', SHELL + 1, SHELL, self),
  ];
}

export function residentKib({ isApp }: Process): number {
  return isApp ? 118_432 : 4212;
}

const FIELDS: Readonly<
  Record<string, { readonly width: number; readonly left?: boolean; readonly of: (one: Process) => string }>
> = {
  USER: { width: 12, left: true, of: ({ user }) => user },
  UID: { width: 12, left: true, of: ({ user }) => user },
  PID: { width: 6, of: ({ pid }) => String(pid) },
  PPID: { width: 6, of: ({ ppid }) => String(ppid) },
  VSZ: { width: 8, of: ({ isApp }) => (isApp ? '16245292' : '10845292') },
  RSS: { width: 6, of: (one) => String(residentKib(one)) },
  WCHAN: { width: 10, left: true, of: () => '0' },
  ADDR: { width: 10, of: () => '0' },
  S: { width: 1, left: true, of: ({ name }) => (name === 'ps' ? 'R' : 'S') },
  NAME: { width: 27, left: true, of: ({ name }) => name },
  CMD: { width: 27, left: true, of: ({ name }) => name },
  CMDLINE: { width: 27, left: true, of: ({ name }) => name },
  ARGS: { width: 27, left: true, of: ({ name }) => name },
  C: { width: 2, of: () => '0' },
  STIME: { width: 5, left: true, of: () => '00:00' },
  TTY: { width: 8, left: true, of: () => '?' },
  TIME: { width: 8, of: () => '00:00:00' },
};

const DEFAULT_FIELDS = 'USER,PID,PPID,VSZ,RSS,WCHAN,ADDR,S,NAME';
const FULL_FIELDS = 'UID,PID,PPID,C,STIME,TTY,TIME,CMD';

/** `ps [-AeflTw] [-o FIELD,...] [-p PID,...] [-u USER,...]`. */
const ps: Command = (args, context) => {
  let fields = DEFAULT_FIELDS;
  let isAll = false;
  let pids: readonly string[] | undefined;
  let owners: readonly string[] | undefined;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '-o') fields = args[++at] ?? '';
    else if (arg === '-p') pids = (args[++at] ?? '').split(',');
    else if (arg === '-u' || arg === '-U') owners = (args[++at] ?? '').split(',');
    else if (/^-?[AefaxlTwZ]+$/.test(arg)) {
      isAll ||= /[Aea]/.test(arg);
      if (arg.includes('f')) fields = FULL_FIELDS;
    } else if (/^\d+$/.test(arg)) pids = [...(pids ?? []), arg];
    else return complain(context, `ps: bad option '${arg}'`);
  }
  const columns = fields.split(',').map((name) => name.split(/[=:]/)[0]?.toUpperCase() ?? '');
  const unknown = columns.find((name) => !Object.hasOwn(FIELDS, name));
  if (unknown !== undefined) return complain(context, `ps: bad -o ${unknown}`);
  const shown = processesOf(context.world).filter(({ pid, user, ppid, name }) => {
    if (pids !== undefined) return pids.includes(String(pid));
    if (owners !== undefined) return owners.includes(user) || (owners.includes('2000') && user === 'shell');
    return isAll || ppid === SHELL || name === 'sh';
  });
  const row = (cell: (name: string) => string) =>
    `${columns
      .map((name, at) => {
        const { width = 0, left = false } = FIELDS[name] ?? {};
        if (at === columns.length - 1 && left) return cell(name);
        return left ? cell(name).padEnd(width) : cell(name).padStart(width);
      })
      .join(' ')}\n`;
  const rows = shown.map((one) => row((name) => FIELDS[name]?.of(one) ?? ''));
  return print(context, row((name) => name) + rows.join('')).then(() => (shown.length === 0 ? 1 : 0));
};

/** `pidof [-s] NAME...`. */
const pidof: Command = (args, context) => {
  const names = args.filter((arg) => !arg.startsWith('-'));
  const found = processesOf(context.world, 'pidof').filter(({ name }) => names.includes(name));
  if (found.length === 0) return 1;
  return print(context, `${found.map(({ pid }) => pid).join(' ')}\n`);
};

/** `pgrep [-flx] PATTERN`. */
const pgrep: Command = (args, context) => {
  const flags = args.filter((arg) => arg.startsWith('-')).join('');
  const pattern = args.find((arg) => !arg.startsWith('-'));
  if (pattern === undefined) return complain(context, 'pgrep: No PATTERN');
  let expression: RegExp;
  try {
    expression = new RegExp(flags.includes('x') ? `^(?:${pattern})$` : pattern);
  } catch {
    return complain(context, `pgrep: bad regex '${pattern}'`);
  }
  // A process never finds itself.
  const others = processesOf(context.world, 'pgrep').filter(({ pid }) => pid !== SHELL + 1);
  const matches = findMatches(
    expression,
    others.map(({ name }) => name),
  );
  if (matches === undefined) return complain(context, `pgrep: regex '${pattern}' takes too long`);
  const found = others.filter((_one, at) => matches[at]);
  if (found.length === 0) return 1;
  const line = ({ pid, name }: Process) => (flags.includes('l') ? `${pid} ${name}\n` : `${pid}\n`);
  return print(context, found.map(line).join(''));
};

/** Shell may signal its own processes only; those end with their streams. */
const kill: Command = (args, context) => {
  if (args[0] === '-l')
    return print(context, 'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM\n');
  const pid = args.find((arg) => /^\d+$/.test(arg));
  if (pid === undefined) return complain(context, 'kill: Need at least one PID');
  const isThere = processesOf(context.world).some((one) => String(one.pid) === pid);
  return complain(
    context,
    `kill: bad pid '${pid}': ${isThere ? 'Operation not permitted' : 'No such process'}`,
  );
};

const pkill: Command = async (args, context) => {
  const code = await pgrep(args, { ...context, out: async () => true });
  return code === 0 ? complain(context, `pkill: ${args.at(-1)}: Operation not permitted`) : code;
};

export const processCommands: CommandTable = { kill, pgrep, pidof, pkill, ps };
