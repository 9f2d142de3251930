// `ps`, `pidof` and `kill`: the system's processes, and one for each open app.
import { type Command, type CommandTable, fail, print } from '../command.ts';
import type { ShellWorld } from '../shell-world.ts';

export interface Process {
  readonly user: string;
  readonly pid: number;
  readonly ppid: number;
  readonly name: string;
  readonly isApp: boolean;
}

const ZYGOTE_PID = 412;
const ADBD_PID = 4521;
const SHELL_PID = 8000;
const FIRST_APP_PID = 5200;
const FIRST_TEST_PID = 6400;

/** `self` is the name of the command that asks. */
export function listProcesses(world: ShellWorld, self = 'ps'): readonly Process[] {
  const { packages, users } = world;
  const userOf = (name: string) => {
    const uid = packages.uidOf(name);
    return uid === 1000 ? 'system' : `u${users.current}_a${uid - 10_000}`;
  };
  const program = (user: string, pid: number, ppid: number, name: string): Process => {
    return { user, pid, ppid, name, isApp: false };
  };
  const app = (pid: number, name: string): Process => {
    return { user: userOf(name), pid, ppid: ZYGOTE_PID, name, isApp: true };
  };
  return [
    program('root', 1, 0, 'init'),
    program('root', ZYGOTE_PID, 1, 'zygote64'),
    program('system', 1342, ZYGOTE_PID, 'system_server'),
    app(1570, 'com.android.systemui'),
    app(1690, 'com.android.inputmethod.latin'),
    app(1801, 'com.android.launcher3'),
    program('shell', ADBD_PID, 1, 'adbd'),
    // The pid depends on the package alone, so that it stays the same while other apps come and go.
    ...world
      .android()
      .screen.runningPackages.map((name) => app(FIRST_APP_PID + (packages.uidOf(name) % 1000), name)),
    ...world.instrumentations.running.map(({ packageName }) =>
      app(FIRST_TEST_PID + (packages.uidOf(packageName) % 1000), packageName),
    ),
    program('shell', SHELL_PID, ADBD_PID, 'sh'),
    program('shell', SHELL_PID + 1, SHELL_PID, self),
  ];
}

interface Field {
  /** Negative widths align to the left. */
  readonly width: number;
  readonly of: (process: Process) => string;
}

const name: Field = { width: -27, of: (process) => process.name };
const user: Field = { width: -12, of: (process) => process.user };
const FIELDS: Readonly<Record<string, Field>> = {
  USER: user,
  UID: user,
  PID: { width: 6, of: ({ pid }) => String(pid) },
  PPID: { width: 6, of: ({ ppid }) => String(ppid) },
  VSZ: { width: 8, of: () => '10845292' },
  RSS: { width: 6, of: ({ isApp }) => (isApp ? '118432' : '4212') },
  WCHAN: { width: -10, of: () => '0' },
  ADDR: { width: 10, of: () => '0' },
  S: { width: -1, of: (process) => (process.name === 'ps' ? 'R' : 'S') },
  NAME: name,
};

const DEFAULT_FIELDS = 'USER,PID,PPID,VSZ,RSS,WCHAN,ADDR,S,NAME';

/** `ps [-Aef] [-o FIELD,...] [-p PID,...]` */
const ps: Command = (args, context) => {
  const optionValue = (option: string) =>
    args.includes(option) ? (args[args.indexOf(option) + 1] ?? '') : undefined;
  const unknown = args.find((arg) => arg.startsWith('-') && !/^-(?:[Aefl]+|[op])$/.test(arg));
  if (unknown !== undefined) return fail(context, `ps: bad option '${unknown}'`);
  const columns = (optionValue('-o') ?? DEFAULT_FIELDS).split(',').map((column) => column.toUpperCase());
  const missing = columns.find((column) => !Object.hasOwn(FIELDS, column));
  if (missing !== undefined) return fail(context, `ps: bad -o ${missing}`);
  const isAll = args.some((arg) => /^-[fl]*[Ae]/.test(arg));
  const pids = optionValue('-p')?.split(',');
  const shown = listProcesses(context.world).filter((process) =>
    pids === undefined
      ? isAll || process.ppid === SHELL_PID || process.pid === SHELL_PID
      : pids.includes(String(process.pid)),
  );
  const row = (cell: (column: string) => string) =>
    `${columns
      .map((column) => pad(cell(column), FIELDS[column]?.width ?? 0))
      .join(' ')
      .trimEnd()}\n`;
  const rows = shown.map((process) => row((column) => FIELDS[column]?.of(process) ?? ''));
  return print(context, row((column) => column) + rows.join('')).then(() => (shown.length === 0 ? 1 : 0));
};

function pad(text: string, width: number): string {
  return width < 0 ? text.padEnd(-width) : text.padStart(width);
}

/** `pidof NAME...` */
const pidof: Command = (args, context) => {
  const found = listProcesses(context.world, 'pidof').filter((process) => args.includes(process.name));
  if (found.length === 0) return 1;
  return print(context, `${found.map(({ pid }) => pid).join(' ')}\n`);
};

/** Shell's own processes end with their streams, and Android lets shell signal no others. */
const kill: Command = (args, context) => {
  const pid = args.find((arg) => /^\d+$/.test(arg));
  if (pid === undefined) return fail(context, 'kill: Need at least one PID');
  const isKnown = listProcesses(context.world).some((process) => String(process.pid) === pid);
  return fail(context, `kill: bad pid '${pid}': ${isKnown ? 'Operation not permitted' : 'No such process'}`);
};

export const processCommands: CommandTable = { kill, pidof, ps };
