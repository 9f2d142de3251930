import { FsError } from '../../files/fs-error.ts';
import { absolute, type Command, complain } from '../command.ts';

const VALUED: ReadonlySet<string> = new Set([
  '--size',
  '--bit-rate',
  '--time-limit',
  '--display-id',
  '--codec-name',
  '--output-format',
]);

/**
 * `screenrecord [options] file`: refused as by a device without the encoder that it asks for, after the file was made
 * empty (frameworks/av, cmds/screenrecord). The phone's encoders are scrcpy's; nothing here writes MP4.
 */
export const screenrecord: Command = async (args, context) => {
  if (args.includes('--help')) return complain(context, USAGE, 2);
  const operands = args.filter((arg, at) => !arg.startsWith('--') && !VALUED.has(args[at - 1] ?? ''));
  const [path] = operands;
  if (path === undefined || operands.length > 1)
    return complain(context, 'Must specify output file (see --help).', 2);
  try {
    await context.files.writeFile(absolute(context, path), Buffer.alloc(0));
  } catch (error) {
    if (error instanceof FsError) return complain(context, `Unable to open '${path}': ${error.text}`);
    throw error;
  }
  return complain(context, 'ERROR: unable to create video/avc codec instance');
};

const USAGE = `Usage: screenrecord [options] <filename>

Android screenrecord.  Records the device's display to a .mp4 file.`;
