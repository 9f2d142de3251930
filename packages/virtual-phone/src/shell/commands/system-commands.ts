import { type Command, type CommandTable, complain, pause, print } from '../command.ts';
import { svc } from './svc.ts';
import { systemTools } from './system-tools.ts';

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

const uname: Command = (args, context) => {
  const parts = [
    'Linux',
    'localhost',
    '6.1.75-android14-11-g48b922851ac5',
    '#1 SMP PREEMPT',
    'aarch64',
    'Toybox',
  ];
  const flags = args.join('').replaceAll('-', '');
  if (flags.includes('a')) return print(context, `${parts.join(' ')}\n`);
  const wanted = [...'snrvmo'].filter((flag) => flags.includes(flag));
  const shown = (wanted.length === 0 ? ['s'] : wanted).map((flag) => parts['snrvmo'.indexOf(flag)]);
  return print(context, `${shown.join(' ')}\n`);
};

const uptime: Command = (_args, context) => {
  const { now, uptimeMs } = context.world;
  const time = new Date(now()).toISOString().slice(11, 19);
  const minutes = Math.floor(uptimeMs() / 60_000);
  const up =
    minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  return print(context, ` ${time} up ${up},  0 users,  load average: 0.42, 0.38, 0.35\n`);
};

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `date [-u] [+format]`; setting the time takes root. */
const date: Command = (args, context) => {
  const at = new Date(context.world.now());
  const two = (value: number) => String(value).padStart(2, '0');
  const fields: Record<string, string> = {
    a: DAYS[at.getUTCDay()] ?? '',
    b: MONTHS[at.getUTCMonth()] ?? '',
    d: two(at.getUTCDate()),
    e: String(at.getUTCDate()).padStart(2),
    F: at.toISOString().slice(0, 10),
    H: two(at.getUTCHours()),
    M: two(at.getUTCMinutes()),
    m: two(at.getUTCMonth() + 1),
    N: `${String(at.getUTCMilliseconds()).padStart(3, '0')}000000`,
    n: '\n',
    S: two(at.getUTCSeconds()),
    s: String(Math.floor(at.getTime() / 1000)),
    T: at.toISOString().slice(11, 19),
    Y: String(at.getUTCFullYear()),
    y: two(at.getUTCFullYear() % 100),
    Z: 'UTC',
    z: '+0000',
    '%': '%',
  };
  const operand = args.find((arg) => !arg.startsWith('-'));
  if (operand !== undefined && !operand.startsWith('+'))
    return complain(context, 'date: cannot set date: Operation not permitted');
  const pattern = operand?.slice(1) ?? '%a %b %e %T %Z %Y';
  return print(context, `${pattern.replace(/%(.)/g, (whole, key: string) => fields[key] ?? whole)}\n`);
};

const reboot: Command = (_args, context) => {
  context.world.reboot();
  return 0;
};

/** `sleep 1.5`, `sleep 2m`: ends at once when it is stopped. */
const sleep: Command = async (args, context) => {
  const match = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(args[0] ?? '');
  if (match === null) return complain(context, `sleep: bad time '${args[0] ?? ''}'`);
  const factors: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };
  await pause(context, Math.min(Number(match[1]) * (factors[match[2] ?? ''] ?? 1) * 1000, MAX_SLEEP_MS));
  return context.signal.aborted ? 130 : 0;
};

/** What a timer can count. */
const MAX_SLEEP_MS = 2 ** 31 - 1;

const remount: Command = (_args, context) =>
  complain(context, 'Not running as root. Try "adb root" first.', 1);

/** As far as a terminal asks: how large it is. The shell tells its window's size in LINES and COLUMNS. */
const stty: Command = (args, context) => {
  const [rows, columns] = [context.env.get('LINES'), context.env.get('COLUMNS')];
  if (rows === undefined || columns === undefined)
    return complain(context, 'stty: standard input: Not a tty');
  if (args[0] === 'size') return print(context, `${rows} ${columns}\n`);
  return print(context, `speed 38400 baud; rows ${rows}; columns ${columns};\n`);
};

const tty: Command = (_args, context) =>
  context.env.has('COLUMNS') ? print(context, '/dev/pts/0\n') : print(context, 'not a tty\n').then(() => 1);

export const systemCommands: CommandTable = {
  ...systemTools,
  date,
  id,
  reboot,
  remount,
  sleep,
  stty,
  svc,
  tty,
  uname,
  uptime,
  hostname: (_args, context) => print(context, 'localhost\n'),
  whoami: (_args, context) => print(context, 'shell\n'),
  su: (_args, context) => complain(context, '/system/bin/sh: su: inaccessible or not found', 127),
  sync: () => 0,
};
