import { type Command, type CommandTable, delay, fail, print } from '../command.ts';

const id: Command = (args, context) => {
  if (args[0] === '-u') return print(context, '2000\n');
  if (args[0] === '-un') return print(context, 'shell\n');
  return print(
    context,
    'uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log),1011(adb),1015(sdcard_rw),' +
      '1028(sdcard_r),1078(ext_data_rw),1079(ext_obb_rw),3001(net_bt_admin),3002(net_bt),3003(inet),' +
      '3006(net_bw_stats),3009(readproc),3011(uhid),3012(readtracefs) context=u:r:shell:s0\n',
  );
};

const KERNEL = {
  s: 'Linux',
  n: 'localhost',
  r: '6.1.75-android14-11',
  v: '#1 SMP PREEMPT',
  m: 'aarch64',
  o: 'Toybox',
};

/** `uname [-asnrvmo]` */
const uname: Command = (args, context) => {
  const flags = args.join('').replaceAll('-', '') || 's';
  const shown = Object.entries(KERNEL).filter(([flag]) => flags.includes('a') || flags.includes(flag));
  return print(context, `${shown.map(([, text]) => text).join(' ')}\n`);
};

const reboot: Command = (_args, context) => {
  context.world.reboot();
  return 0;
};

/** `sleep 1.5`, `sleep 2m` */
const sleep: Command = async (args, context) => {
  const match = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(args[0] ?? '');
  if (match === null) return fail(context, `sleep: bad time '${args[0] ?? ''}'`);
  const factors: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };
  await delay(context, Math.min(Number(match[1]) * (factors[match[2] ?? ''] ?? 1) * 1000, MAX_SLEEP_MS));
  return context.signal.aborted ? 130 : 0;
};

/** The limit of a timer. */
const MAX_SLEEP_MS = 2 ** 31 - 1;

const remount: Command = (_args, context) => fail(context, 'Not running as root. Try "adb root" first.', 1);

/** Prints the terminal's size, which the shell sets in LINES and COLUMNS. */
const stty: Command = (args, context) => {
  const [rows, columns] = [context.env.get('LINES'), context.env.get('COLUMNS')];
  if (rows === undefined || columns === undefined) return fail(context, 'stty: standard input: Not a tty');
  if (args[0] === 'size') return print(context, `${rows} ${columns}\n`);
  return print(context, `speed 38400 baud; rows ${rows}; columns ${columns};\n`);
};

const tty: Command = (_args, context) =>
  context.env.has('COLUMNS') ? print(context, '/dev/pts/0\n') : print(context, 'not a tty\n').then(() => 1);

export const systemCommands: CommandTable = {
  id,
  reboot,
  remount,
  sleep,
  stty,
  tty,
  uname,
  whoami: (_args, context) => print(context, 'shell\n'),
  su: (_args, context) => fail(context, '/system/bin/sh: su: inaccessible or not found', 127),
};
