import { type Command, type CommandTable, fail } from '../command.ts';
import { am } from './am.ts';
import { content } from './content.ts';
import { batteryService } from './dump-battery.ts';
import { ime } from './ime.ts';
import { pm } from './pm.ts';
import { settingsCommand } from './settings.ts';
import { appops, role, wifi } from './special-access.ts';
import { uiautomator } from './uiautomator.ts';
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

export const androidTools: CommandTable = { appops, cmd, content, ime, uiautomator };
