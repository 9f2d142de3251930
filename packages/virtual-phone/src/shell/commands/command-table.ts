import type { CommandTable } from '../command.ts';
import { appProcess } from './app-process.ts';
import { fileCommands } from './file-commands.ts';
import { logcat } from './logcat.ts';
import { getprop, setprop } from './properties.ts';
import { screencap } from './screencap.ts';
import { systemCommands } from './system-commands.ts';

/** Android's own commands. What isn't here is toybox's, brought by the interpreter. */
export const COMMANDS: CommandTable = {
  ...systemCommands,
  ...fileCommands,
  app_process: appProcess,
  app_process64: appProcess,
  getprop,
  logcat,
  screencap,
  setprop,
};
