import type { CommandTable } from '../command.ts';
import { am } from './am.ts';
import { monkey } from './am-start.ts';
import { androidTools } from './android-tools.ts';
import { appProcess } from './app-process.ts';
import { dumpsys } from './dumpsys.ts';
import { fileCommands } from './file-commands.ts';
import { input } from './input.ts';
import { log, logcat } from './logcat.ts';
import { ip } from './network.ts';
import { pm } from './pm.ts';
import { processCommands } from './processes.ts';
import { getprop, setprop } from './properties.ts';
import { screencap } from './screencap.ts';
import { settingsCommand } from './settings.ts';
import { stat } from './stat.ts';
import { systemCommands } from './system-commands.ts';
import { wm } from './wm.ts';

/** Android's own commands. Toybox's other commands come with the interpreter. */
export const COMMANDS: CommandTable = {
  ...androidTools,
  ...fileCommands,
  ...processCommands,
  ...systemCommands,
  am,
  app_process: appProcess,
  app_process64: appProcess,
  dumpsys,
  getprop,
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
  wm,
};
