import { FsError } from '../../files/fs-error.ts';
import {
  absolute,
  type Command,
  type CommandContext,
  type CommandTable,
  complain,
  print,
} from '../command.ts';
import { am } from './am.ts';
import { pm } from './pm.ts';
import { settingsCommand } from './settings.ts';
import { appops, role, wifi } from './special-access.ts';
import { wm } from './wm.ts';

/** `cmd service ...`: the same services, by their binder names. */
const cmd: Command = (args, context) => {
  const [service = '', ...rest] = args;
  const services: CommandTable = {
    activity: am,
    package: pm,
    settings: settingsCommand,
    window: wm,
    wifi,
    role,
    appops,
    input_method: ime,
    statusbar,
    clipboard,
    uimode,
  };
  if (service === '-l')
    return print(
      context,
      `Currently running services:\n${Object.keys(services)
        .map((name) => `  ${name}\n`)
        .join('')}`,
    );
  const command = Object.hasOwn(services, service) ? services[service] : undefined;
  return command === undefined
    ? complain(context, `cmd: Can't find service: ${service}`, 20)
    : command(rest, context);
};

const uimode: Command = (args, context) => {
  const { settings } = context.world;
  if (args[0] !== 'night') return complain(context, `Unknown command: ${args[0] ?? ''}`, 255);
  if (args[1] === 'yes' || args[1] === 'no')
    settings.set('secure', 'ui_night_mode', args[1] === 'yes' ? '2' : '1');
  return print(context, `Night mode: ${settings.get('secure', 'ui_night_mode') === '2' ? 'yes' : 'no'}\n`);
};

const statusbar: Command = (args, context) => {
  const { screen } = context.world.android();
  switch (args[0]) {
    case 'expand-notifications':
      screen.showPanel('notifications');
      return 0;
    case 'expand-settings':
      screen.showPanel('settings');
      return 0;
    case 'collapse':
      screen.showPanel('none');
      return 0;
    default:
      return complain(context, `Unknown command: ${args[0] ?? ''}`, 255);
  }
};

/** Only a user's own app in front may read the clipboard; shell may not, from Android 10 on. */
const clipboard: Command = (_args, context) =>
  complain(context, 'cmd: Failure calling service clipboard: Operation not permitted', 255);

/** `ime list|set|enable|disable|reset`. */
const ime: Command = (args, context) => {
  const [verb = '', id] = args.filter(
    (arg, at) => arg !== '--user' && args[at - 1] !== '--user' && !/^-[as]$/.test(arg),
  );
  const { settings } = context.world;
  const enabled = (settings.get('secure', 'enabled_input_methods') ?? '')
    .split(':')
    .filter((one) => one !== '');
  switch (verb) {
    case 'list':
      return print(
        context,
        args.includes('-s')
          ? enabled.map((one) => `${one}\n`).join('')
          : enabled.map((one) => `${one}:\n  mId=${one}\n`).join(''),
      );
    case 'set':
      if (id === undefined || !enabled.includes(id))
        return complain(context, `Unknown input method ${id ?? ''} cannot be selected for user #0`, 255);
      settings.set('secure', 'default_input_method', id);
      return print(context, `Input method ${id} selected for user #0\n`);
    case 'reset':
      settings.set('secure', 'default_input_method', 'com.android.inputmethod.latin/.LatinIME');
      return print(context, 'Reset current and enabled IMEs for user #0\n');
    case 'enable':
    case 'disable':
      return complain(context, `Unknown input method ${id ?? ''} cannot be ${verb}d for user #0`, 255);
    default:
      return complain(context, `Unknown command: ${verb}`, 255);
  }
};

/** `ps [-A]`: the processes that matter; apps with a live task are among them. */
const ps: Command = (args, context) => {
  const { screen } = context.world.android();
  const own: [string, number, string][] = [
    ['shell', 4521, 'adbd'],
    ['shell', 8000, 'sh'],
    ['shell', 8001, 'ps'],
  ];
  const all: [string, number, string][] = [
    ['root', 1, 'init'],
    ['root', 412, 'zygote64'],
    ['system', 1342, 'system_server'],
    ['u0_a112', 1570, 'com.android.systemui'],
    ['u0_a98', 1801, 'com.android.launcher3'],
    ...screen.runningPackages.map((name, at): [string, number, string] => [
      `u0_a${120 + at}`,
      5200 + at,
      name,
    ]),
    ...own,
  ];
  const shown = args.some((arg) => /^-\w*[Ae]/.test(arg)) ? all : own.slice(1);
  const rows = shown.map(
    ([user, pid, name]) =>
      `${user.padEnd(13)} ${String(pid).padStart(5)}     1 ${'10845292 118432'} 0                   0 S ${name}\n`,
  );
  return print(
    context,
    `USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME\n${rows.join('')}`,
  );
};

/** `uiautomator dump [file]`: the texts now on the screen. */
const uiautomator: Command = async (args, context) => {
  if (args[0] !== 'dump') return complain(context, 'Usage: uiautomator dump [file]');
  const path = args.slice(1).find((arg) => !arg.startsWith('-')) ?? '/sdcard/window_dump.xml';
  const xml = Buffer.from(hierarchy(context));
  if (path === '/dev/tty') {
    await context.out(xml);
    return 0;
  }
  try {
    await context.files.writeFile(absolute(context, path), xml);
  } catch (error) {
    if (error instanceof FsError) return complain(context, `ERROR: could not write ${path}: ${error.text}`);
    throw error;
  }
  return print(context, `UI hierchary dumped to: ${path}\n`);
};

function hierarchy(context: CommandContext): string {
  const { screen } = context.world.android();
  const [packageName = ''] = screen.focusedActivity.split('/');
  const nodes = screen.visibleTexts().map(({ text, x, y, width, height, clickable }, index) => {
    const bounds = `[${Math.round(x)},${Math.round(y)}][${Math.round(x + width)},${Math.round(y + height)}]`;
    return `<node index="${index}" text="${escapeXml(text)}" class="android.widget.TextView" package="${packageName}" clickable="${clickable}" enabled="true" bounds="${bounds}" />`;
  });
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="${screen.display.rotation}">${nodes.join('')}</hierarchy>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
}

/** `monkey -p package [-c category] count`: mostly used to start an app. */
const monkey: Command = (args, context) => {
  const name = args[args.indexOf('-p') + 1] ?? '';
  const started = args.includes('-p') && context.world.android().screen.startActivity({ package: name });
  if (!started) return complain(context, '** No activities found to run, monkey aborted.', 252);
  return print(context, `Events injected: ${args.at(-1)}\n## Network stats: elapsed time=12ms\n`);
};

/** `content query --uri content://settings/...`: the settings provider; other providers are the apps' own. */
const content: Command = (args, context) => {
  const optionValue = (name: string) => args[args.indexOf(name) + 1] ?? '';
  const uri = /^content:\/\/settings\/(global|system|secure)(?:\/(.+))?$/.exec(optionValue('--uri'));
  const space = uri?.[1] as 'global' | 'system' | 'secure' | undefined;
  if (space === undefined) {
    return complain(
      context,
      `[ERROR] java.lang.SecurityException: Permission Denial: opening provider from shell: ${optionValue('--uri')}`,
    );
  }
  if (args[0] !== 'query') return complain(context, `[ERROR] Unsupported operation: ${args[0] ?? ''}`);
  const rows = context.world.settings
    .entries(space)
    .filter(([name]) => uri?.[2] === undefined || name === uri[2]);
  if (rows.length === 0) return print(context, 'No result found.\n');
  return print(
    context,
    rows.map(([name, value], at) => `Row: ${at} _id=${at + 1}, name=${name}, value=${value}\n`).join(''),
  );
};

const service: Command = (args, context) => {
  if (args[0] === 'check') return print(context, `Service ${args[1] ?? ''}: found\n`);
  if (args[0] === 'list')
    return print(
      context,
      'Found 3 services:\n0\tactivity: [android.app.IActivityManager]\n1\tpackage: [android.content.pm.IPackageManager]\n2\twindow: [android.view.IWindowManager]\n',
    );
  return complain(context, 'service: operation not permitted', 10);
};

export const androidTools: CommandTable = { appops, cmd, content, ime, monkey, ps, service, uiautomator };
