import { type Command, type CommandContext, complain, pause } from '../command.ts';
import { parseKeycode } from './keycode-names.ts';

const SOURCES = new Set(['touchscreen', 'keyboard', 'mouse', 'stylus', 'trackball', 'dpad', 'touchpad']);
/** scrcpy's clients have ranges of their own; shell's finger is below them. */
const POINTER_ID = 0;
const STEP_MS = 8;
const LONG_PRESS_MS = 600;
const MAX_DURATION_MS = 60_000;

/** `input [source] text|keyevent|tap|swipe|draganddrop|motionevent|roll ...`. */
export const input: Command = async (args, context) => {
  const words = SOURCES.has(args[0] ?? '') ? args.slice(1) : args;
  const [name = '', ...rest] = words.filter((arg, at) => arg !== '-d' && words[at - 1] !== '-d');
  const { screen } = context.world.android();
  switch (name) {
    case 'text':
      screen.text(rest.join(' ').replaceAll('%s', ' '));
      return 0;
    case 'keyevent':
      return keyEvents(rest, context);
    case 'tap': {
      const [x, y] = numbers(rest, 2);
      if (x === undefined || y === undefined) return usage(context);
      screen.touch('down', POINTER_ID, x, y, 1);
      await pause(context, STEP_MS);
      screen.touch('up', POINTER_ID, x, y, 0);
      return 0;
    }
    case 'swipe':
    case 'draganddrop':
      return swipe(rest, name === 'swipe' ? 0 : LONG_PRESS_MS, context);
    case 'motionevent': {
      const [action = '', ...place] = rest;
      const [x, y] = numbers(place, 2);
      const known = { DOWN: 'down', UP: 'up', MOVE: 'move', CANCEL: 'cancel' } as const;
      const kind = known[action.toUpperCase() as keyof typeof known];
      if (kind === undefined || x === undefined || y === undefined) return usage(context);
      screen.touch(kind, POINTER_ID, x, y, kind === 'up' ? 0 : 1);
      return 0;
    }
    case 'roll':
    case 'scroll': {
      const [x = 0, y = 0] = numbers(rest, 2);
      screen.scroll(screen.display.width / 2, screen.display.height / 2, x, y);
      return 0;
    }
    default:
      return usage(context, name);
  }
};

async function keyEvents(args: readonly string[], context: CommandContext): Promise<number> {
  const { screen } = context.world.android();
  const long = args.includes('--longpress');
  const codes = args.filter((arg) => !arg.startsWith('--')).map(parseKeycode);
  if (codes.length === 0) return usage(context);
  for (const code of codes) {
    if (code === undefined) return complain(context, `Error: Unknown keycode: ${args.join(' ')}`, 255);
    screen.key('down', code, 0);
    if (long) await pause(context, LONG_PRESS_MS);
    screen.key('up', code, 0);
  }
  return 0;
}

async function swipe(args: readonly string[], holdMs: number, context: CommandContext): Promise<number> {
  const { screen } = context.world.android();
  const [x1, y1, x2, y2, durationMs = 300] = numbers(args, 5);
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return usage(context);
  const steps = Math.max(1, Math.round(Math.min(durationMs, MAX_DURATION_MS) / STEP_MS));
  screen.touch('down', POINTER_ID, x1, y1, 1);
  if (holdMs > 0) await pause(context, holdMs);
  for (let step = 1; step <= steps && !context.signal.aborted; step++) {
    await pause(context, STEP_MS);
    const part = step / steps;
    screen.touch('move', POINTER_ID, x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, 1);
  }
  screen.touch(context.signal.aborted ? 'cancel' : 'up', POINTER_ID, x2, y2, 0);
  return 0;
}

function numbers(args: readonly string[], most: number): number[] {
  return args.slice(0, most).map(Number).filter(Number.isFinite);
}

function usage(context: CommandContext, name = ''): Promise<number> {
  const error = name === '' ? '' : `Error: Unknown command: ${name}\n`;
  return complain(
    context,
    `${error}Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n\nThe commands and default sources are:\n` +
      '      text <string>\n      keyevent [--longpress] <key code number or name> ...\n      tap <x> <y>\n' +
      '      swipe <x1> <y1> <x2> <y2> [duration(ms)]\n      draganddrop <x1> <y1> <x2> <y2> [duration(ms)]\n' +
      '      roll <dx> <dy>\n      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y>',
    255,
  );
}
