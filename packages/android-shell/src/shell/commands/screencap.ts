import { type Command, type CommandContext, fail, writeOutput } from '../command.ts';

const DISPLAY_ID = '4619827259835644672';
/** PIXEL_FORMAT_RGBA_8888, and sRGB as `screencap` numbers colour spaces. */
const RGBA_8888 = 1;
const SRGB = 1;

/** `screencap [-p] [-d display] [file]`: PNG with -p or by the file's name, else a header of 16 bytes and RGBA. */
export const screencap: Command = async (args, context) => {
  const display = args[args.indexOf('-d') + 1];
  if (args.includes('-d') && display !== '0' && display !== DISPLAY_ID)
    return fail(context, `Display Id '${display ?? ''}' is not valid.`);
  const [path] = args.filter((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-d');
  const isPng = args.includes('-p') || path?.endsWith('.png') === true;
  const bytes = isPng ? await context.world.android().screen.screenshotPng() : rawPicture(context);
  if (path !== undefined)
    return writeOutput(path, bytes, context, (_path, { text }) => `Error opening file: ${path} (${text})`);
  await context.out(bytes);
  return 0;
};

function rawPicture(context: CommandContext): Buffer {
  const { display, screenshotPixels } = context.world.android().screen;
  const head = Buffer.alloc(16);
  for (const [at, value] of [display.width, display.height, RGBA_8888, SRGB].entries())
    head.writeUInt32LE(value, at * 4);
  return Buffer.concat([head, screenshotPixels()]);
}
