import { KEY } from '@pocketfleet/phone-parts';
import { type Command, type CommandContext, delay, fail } from '../command.ts';

const SOURCES = new Set(['touchscreen', 'keyboard', 'mouse', 'stylus', 'trackball', 'dpad', 'touchpad']);
/** Each scrcpy client has a range of pointers above this one. */
const POINTER_ID = 0;
const STEP_MS = 8;
const LONG_PRESS_MS = 600;
const MAX_DURATION_MS = 60_000;
const USAGE =
  'Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n' +
  '      text <string>\n      keyevent [--longpress] <key code number or name> ...\n      tap <x> <y>\n' +
  '      swipe <x1> <y1> <x2> <y2> [duration(ms)]';

/** `input [source] text|keyevent|tap|swipe ...` */
export const input: Command = async (args, context) => {
  const words = SOURCES.has(args[0] ?? '') ? args.slice(1) : args;
  const [name = '', ...rest] = words.filter((arg, at) => arg !== '-d' && words[at - 1] !== '-d');
  const { screen } = context.world.android();
  switch (name) {
    case 'text':
      screen.text(rest.join(' ').replaceAll('%s', ' '));
      return 0;
    case 'keyevent':
      return pressKeys(rest, context);
    case 'tap':
      return swipe([...rest.slice(0, 2), ...rest.slice(0, 2), '0'], context);
    case 'swipe':
      return swipe(rest, context);
    default:
      return fail(context, `Error: Unknown command: ${name}\n${USAGE}`, 255);
  }
};

async function pressKeys(args: readonly string[], context: CommandContext): Promise<number> {
  const { screen } = context.world.android();
  const names = args.filter((arg) => !arg.startsWith('--'));
  if (names.length === 0) return fail(context, USAGE, 255);
  for (const name of names) {
    const code = parseKeycode(name);
    if (code === undefined) return fail(context, `Error: Unknown keycode: ${name}`, 255);
    screen.key('down', code, 0);
    if (args.includes('--longpress')) await delay(context, LONG_PRESS_MS);
    screen.key('up', code, 0);
  }
  return 0;
}

async function swipe(args: readonly string[], context: CommandContext): Promise<number> {
  const { screen } = context.world.android();
  const [x1 = Number.NaN, y1 = Number.NaN, x2 = Number.NaN, y2 = Number.NaN, durationMs = 300] =
    args.map(Number);
  if (![x1, y1, x2, y2, durationMs].every(Number.isFinite)) return fail(context, USAGE, 255);
  const steps = Math.round(Math.min(durationMs, MAX_DURATION_MS) / STEP_MS);
  screen.touch('down', POINTER_ID, x1, y1, 1);
  for (let step = 1; step <= steps && !context.signal.aborted; step++) {
    await delay(context, STEP_MS);
    const part = step / steps;
    screen.touch('move', POINTER_ID, x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, 1);
  }
  if (steps === 0) await delay(context, STEP_MS);
  screen.touch(context.signal.aborted ? 'cancel' : 'up', POINTER_ID, x2, y2, 0);
  return 0;
}

const MAX_KEYCODE = 320;

/** "KEYCODE_HOME", "HOME" or "3"; undefined for a key that Android doesn't know. */
function parseKeycode(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) > 0 && Number(text) <= MAX_KEYCODE ? Number(text) : undefined;
  const name = text.toUpperCase().replace(/^KEYCODE_/, '');
  return Object.hasOwn(KEY, name) ? KEY[name as keyof typeof KEY] : undefined;
}
