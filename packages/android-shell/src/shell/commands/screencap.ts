import { FsError } from '../../files/fs-error.ts';
import { absolutePath, type Command, type CommandContext, fail, print } from '../command.ts';

const DISPLAY_ID = '4619827259835644672';
/** PIXEL_FORMAT_RGBA_8888, and sRGB as `screencap` numbers colour spaces. */
const RGBA_8888 = 1;
const SRGB = 1;

/** `screencap [-p] [-d display] [file]`: PNG with -p or by the file's name, else a header of 16 bytes and RGBA. */
export const screencap: Command = async (args, context) => {
  if (args.some((arg) => arg === '-h' || arg === '--help')) return print(context, USAGE);
  const display = args[args.indexOf('-d') + 1];
  if (args.includes('-d') && display !== '0' && display !== DISPLAY_ID)
    return fail(context, `Display Id '${display ?? ''}' is not valid.`);
  const [path] = args.filter((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-d');
  const isPng = args.includes('-p') || path?.endsWith('.png') === true;
  const bytes = isPng ? await context.world.android().screen.screenshotPng() : rawPicture(context);
  if (path === undefined) {
    await context.out(bytes);
    return 0;
  }
  try {
    await context.files.writeFile(absolutePath(context, path), bytes);
    return 0;
  } catch (error) {
    if (error instanceof FsError) return fail(context, `Error opening file: ${path} (${error.text})`);
    throw error;
  }
};

function rawPicture(context: CommandContext): Buffer {
  const { display, screenshotPixels } = context.world.android().screen;
  const head = Buffer.alloc(16);
  for (const [at, value] of [display.width, display.height, RGBA_8888, SRGB].entries())
    head.writeUInt32LE(value, at * 4);
  return Buffer.concat([head, screenshotPixels()]);
}

const USAGE = `usage: screencap [-ahp] [-d display-id] [FILENAME]
   -h: this message
   -p: save the file as a png.
   -d: specify the physical display ID to capture (default: ${DISPLAY_ID})
If FILENAME ends with .png it will be saved as a png.
If FILENAME is not given, the results will be printed to stdout.
`;
