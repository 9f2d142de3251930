import { type Command, fail, writeOutput } from '../command.ts';

/** `screencap [-p] [file]`: always a PNG. */
export const screencap: Command = async (args, context) => {
  const path = args.find((arg) => !arg.startsWith('-'));
  if (path === undefined && !args.includes('-p')) return fail(context, 'usage: screencap -p [file]');
  const png = await context.world.android().screen.screenshotPng();
  if (path !== undefined)
    return writeOutput(path, png, context, (_path, { text }) => `Error opening file: ${path} (${text})`);
  await context.out(png);
  return 0;
};
