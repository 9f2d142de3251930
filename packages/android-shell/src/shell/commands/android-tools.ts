import {
  type Command,
  type CommandContext,
  type CommandTable,
  fail,
  print,
  writeOutput,
} from '../command.ts';
import { am } from './am.ts';
import { content } from './content.ts';
import { batteryService } from './dump-battery.ts';
import { ime } from './ime.ts';
import { pm } from './pm.ts';
import { settingsCommand } from './settings.ts';
import { appops, role, wifi } from './special-access.ts';
import { wm } from './wm.ts';

/** `cmd service ...`: the same commands by the names of their services. */
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
    clipboard,
  };
  const command = Object.hasOwn(services, service) ? services[service] : undefined;
  return command === undefined
    ? fail(context, `cmd: Can't find service: ${service}`, 20)
    : command(rest, context);
};

/** Since Android 10 only the app in front may read the clipboard. */
const clipboard: Command = (_args, context) =>
  fail(context, 'cmd: Failure calling service clipboard: Operation not permitted', 255);

/** `uiautomator dump [file]`: the texts on the screen */
const uiautomator: Command = async (args, context) => {
  if (args[0] !== 'dump') return fail(context, 'Usage: uiautomator dump [file]');
  const { uiAutomation } = context.world;
  // Android ends a tool that finds another one connected.
  if (uiAutomation.holder !== undefined) return fail(context, 'Killed', 137);
  const path = args.slice(1).find((arg) => !arg.startsWith('-')) ?? '/sdcard/window_dump.xml';
  const xml = Buffer.from(hierarchy(context));
  if (path === '/dev/tty') {
    await context.out(xml);
    return 0;
  }
  const code = await writeOutput(
    path,
    xml,
    context,
    (_path, { text }) => `ERROR: could not write ${path}: ${text}`,
  );
  return code === 0 ? print(context, `UI hierchary dumped to: ${path}\n`) : code;
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

export const androidTools: CommandTable = { appops, cmd, content, ime, uiautomator };
