import { FsError } from '../../files/fs-error.ts';
import { absolute, type Command, complain } from '../command.ts';

/** `screencap [-p] [-d id] [file]`: PNG only; raw frames are of no use to us. */
export const screencap: Command = async (args, context) => {
  const operands = args.filter((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-d');
  const [path] = operands;
  const isPng = args.includes('-p') || path?.endsWith('.png') === true;
  if (!isPng) return complain(context, 'screencap: only PNG (-p) is supported on this display');
  const png = await context.world.android().screen.screenshotPng();
  if (path === undefined) {
    await context.out(png);
    return 0;
  }
  try {
    await context.files.writeFile(absolute(context, path), png);
    return 0;
  } catch (error) {
    if (error instanceof FsError) return complain(context, `Error opening file: ${path} (${error.text})`);
    throw error;
  }
};
