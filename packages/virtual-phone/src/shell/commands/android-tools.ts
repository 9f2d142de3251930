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
import { content } from './content.ts';
import { batteryService } from './dump-battery.ts';
import { ime } from './ime.ts';
import { monkey } from './monkey.ts';
import { pm } from './pm.ts';
import { settingsCommand } from './settings.ts';
import { appops, role, wifi } from './special-access.ts';
import { wm } from './wm.ts';

/** `cmd service ...`: the same services, by their binder names. */
const cmd: Command = (args, context) => {
  const [service = '', ...rest] = args;
  const services: CommandTable = {
    activity: am,
    battery: batteryService,
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

const SERVICES = [
  'account: [android.accounts.IAccountManager]',
  'activity: [android.app.IActivityManager]',
  'battery: []',
  'clipboard: [android.content.IClipboard]',
  'display: [android.hardware.display.IDisplayManager]',
  'input_method: [com.android.internal.view.IInputMethodManager]',
  'package: [android.content.pm.IPackageManager]',
  'power: [android.os.IPowerManager]',
  'settings: []',
  'user: [android.os.IUserManager]',
  'wifi: [android.net.wifi.IWifiManager]',
  'window: [android.view.IWindowManager]',
];

const service: Command = (args, context) => {
  if (args[0] === 'check') {
    const isThere = SERVICES.some((line) => line.startsWith(`${args[1]}:`));
    return print(context, `Service ${args[1] ?? ''}: ${isThere ? 'found' : 'not found'}\n`);
  }
  if (args[0] === 'list')
    return print(
      context,
      `Found ${SERVICES.length} services:\n${SERVICES.map((line, at) => `${at}\t${line}\n`).join('')}`,
    );
  return complain(context, 'service: operation not permitted', 10);
};

export const androidTools: CommandTable = { appops, cmd, content, ime, monkey, service, uiautomator };
