// The tools for agents, and who may use them.
import type { Principal } from '../platform/principal.ts';
import type { Tool } from './tool.ts';
import { press, swipe, tap, typeText } from './tools/actions.ts';
import { app } from './tools/app.ts';
import { askHuman } from './tools/ask-human.ts';
import { batch } from './tools/batch.ts';
import { file } from './tools/file.ts';
import { phonesList } from './tools/phones.ts';
import { screenRead, waitFor } from './tools/screen.ts';
import { shell } from './tools/shell.ts';

/** In the order in which they are listed, for every caller the same. */
export const tools: readonly Tool[] = [
  phonesList,
  screenRead,
  tap,
  typeText,
  swipe,
  press,
  waitFor,
  app,
  file,
  shell,
  askHuman,
  batch,
];

/** Permissions that the caller lacks for a tool. */
export function missingFor(tool: Tool, caller: Principal): string[] {
  return tool.needs.filter((permission) => !caller.permissions.has(permission));
}
