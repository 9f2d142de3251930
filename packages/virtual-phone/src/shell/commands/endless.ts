// What never ends by itself: `yes`, and the devices that can be read for ever. Their reader sets the pace: a piece is
// made when the one before has been taken, and between two of them everybody else has a turn.
import { setImmediate } from 'node:timers/promises';
import type { Command, CommandContext } from '../command.ts';

const PIECE_BYTES = 16 * 1024;

/** `yes [word...]`: the words, or `y`, line by line until nobody reads them any more. */
export const yes: Command = async (args, context) => {
  const line = `${args.length === 0 ? 'y' : args.join(' ')}\n`;
  const piece = Buffer.from(line.repeat(Math.ceil(PIECE_BYTES / line.length)));
  while (!context.signal.aborted && (await context.out(piece))) await setImmediate();
  return context.signal.aborted ? 130 : 1;
};

/** A device's bytes piece by piece, until the command is stopped. Undefined for a path that isn't such a device. */
export function endlessReader(
  path: string,
  { files, signal }: CommandContext,
): (() => Promise<Buffer | null>) | undefined {
  const make = files.endless(path);
  if (make === undefined) return undefined;
  return async () => {
    await setImmediate();
    return signal.aborted ? null : make(PIECE_BYTES);
  };
}
