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
    ...world.instrumentations.running.map(({ target }) =>
      app(FIRST_TEST_PID + (packages.uidOf(target) % 1000), target),
    ),
    program('shell', SHELL_PID, ADBD_PID, 'sh'),
    program('shell', SHELL_PID + 1, SHELL_PID, self),
  ];
}

const PS_HELP = `usage: ps [-Aef]

List processes.

-A\tAll
-e\tSynonym for -A
`;

/** `ps [-Aefl]` */
const ps: Command = (args, context) => {
  if (args.includes('--help')) return print(context, PS_HELP);
  const unknown = args.find((arg) => !/^-[Aefl]+$/.test(arg));
  if (unknown !== undefined) return fail(context, `ps: bad option '${unknown}'`);
  const isAll = args.some((arg) => /[Ae]/.test(arg));
  const rows = listProcesses(context.world)
    .filter(({ pid, ppid }) => isAll || ppid === SHELL_PID || pid === SHELL_PID)
    .map(({ user, pid, ppid, name, isApp }) =>
      row(user, pid, ppid, '10845292', isApp ? '118432' : '4212', '0', '0', name === 'ps' ? 'R' : 'S', name),
    );
  const head = row('USER', 'PID', 'PPID', 'VSZ', 'RSS', 'WCHAN', 'ADDR', 'S', 'NAME');
  return print(context, head + rows.join(''));
};

/** Widths of the columns; negative ones align to the left. */
const WIDTHS = [-12, 6, 6, 8, 6, -10, 10, -1, 0];

function row(...cells: (string | number)[]): string {
  const padded = cells.map((cell, at) => {
    const width = WIDTHS[at] ?? 0;
    return width < 0 ? String(cell).padEnd(-width) : String(cell).padStart(width);
  });
  return `${padded.join(' ')}\n`;
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
