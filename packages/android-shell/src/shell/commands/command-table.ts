import { type Command, type CommandTable, fail } from '../command.ts';
import { appops, role, wifi } from './access-commands.ts';
import { am } from './am.ts';
import { monkey } from './am-start.ts';
import { appProcess } from './app-process.ts';
import { content } from './content.ts';
import { batteryService } from './dump-battery.ts';
import { dumpsys } from './dumpsys.ts';
import { fileCommands } from './file-commands.ts';
import { getprop, setprop } from './getprop.ts';
import { ime } from './ime.ts';
import { input } from './input.ts';
import { log, logcat } from './logcat.ts';
import { ip, svc } from './network.ts';
import { pm } from './pm.ts';
import { processCommands } from './processes.ts';
import { screencap } from './screencap.ts';
import { settingsCommand } from './settings-command.ts';
import { stat } from './stat.ts';
import { systemCommands } from './system-commands.ts';
import { bracket, test } from './test.ts';
import { uiautomator } from './uiautomator.ts';
import { wm } from './wm.ts';

/** Since Android 10 only the app in front may read the clipboard. */
const clipboard: Command = (_args, context) =>
  fail(context, 'cmd: Failure calling service clipboard: Operation not permitted', 255);

const SERVICES: CommandTable = {
  activity: am,
  appops,
  battery: batteryService,
  clipboard,
  input_method: ime,
  package: pm,
  role,
  settings: settingsCommand,
  wifi,
  window: wm,
};

/** `cmd service ...`: the same commands by the names of their services. */
const cmd: Command = (args, context) => {
  const [name = '', ...rest] = args;
  const service = Object.hasOwn(SERVICES, name) ? SERVICES[name] : undefined;
  return service === undefined
    ? fail(context, `cmd: Can't find service: ${name}`, 20)
    : service(rest, context);
};

/** Android's own commands. Toybox's other commands come with the interpreter. */
export const COMMANDS: CommandTable = {
  ...fileCommands,
  ...processCommands,
  ...systemCommands,
  '[': bracket,
  am,
  app_process: appProcess,
  app_process64: appProcess,
  appops,
  cmd,
  content,
  dumpsys,
  getprop,
  ime,
  input,
  ip,
  log,
  logcat,
  monkey,
  pm,
  screencap,
  setprop,
  settings: settingsCommand,
  stat,
  svc,
  test,
  uiautomator,
  wm,
};
