import { type Command, type CommandContext, complain, pause } from '../command.ts';
import { parseKeycode } from './keycode-names.ts';

const SOURCES = new Set(['touchscreen', 'keyboard', 'mouse', 'stylus', 'trackball', 'dpad', 'touchpad']);
/** scrcpy's clients have ranges of their own; shell's finger is below them. */
const POINTER_ID = 0;
const STEP_MS = 8;
const LONG_PRESS_MS = 600;
const MAX_DURATION_MS = 60_000;

/** `input [source] text|keyevent|tap|swipe|draganddrop|motionevent|roll|scroll|keycombination ...`. */
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
    case 'roll': {
      const [x = 0, y = 0] = numbers(rest, 2);
      screen.scroll(screen.display.width / 2, screen.display.height / 2, x, y);
      return 0;
    }
    case 'scroll':
      return scroll(rest, context);
    case 'press':
      return keyEvents(['DPAD_CENTER'], context);
    case 'keycombination':
      return keyCombination(rest, context);
    default:
      return usage(context, name);
  }
};

/** `keyevent [--longpress|--duration ms|--doubletap|--async|--delay ms] code...`. */
async function keyEvents(args: readonly string[], context: CommandContext): Promise<number> {
  const { screen } = context.world.android();
  const timed = (option: string) => {
    const at = args.indexOf(option);
    return at === -1 ? 0 : Math.min(MAX_DURATION_MS, Number(args[at + 1]) || 0);
  };
  const holdMs = args.includes('--longpress') ? LONG_PRESS_MS : timed('--duration');
  const names = args.filter(
    (arg, at) => !arg.startsWith('--') && !['--duration', '--delay'].includes(args[at - 1] ?? ''),
  );
  if (names.length === 0) return usage(context);
  for (const name of names) {
    const code = parseKeycode(name);
    if (code === undefined) return complain(context, `Error: Unknown keycode: ${name}`, 255);
    for (let press = args.includes('--doubletap') ? 2 : 1; press > 0; press--) {
      screen.key('down', code, 0);
      if (holdMs > 0) await pause(context, holdMs);
      screen.key('up', code, 0);
    }
    if (timed('--delay') > 0) await pause(context, timed('--delay'));
  }
  return 0;
}

const META: Readonly<Record<number, number>> = {
  57: 0x12,
  58: 0x22,
  59: 0x41,
  60: 0x81,
  113: 0x3000,
  114: 0x5000,
};

/** `keycombination [-t ms] code code...`: all are down before the first goes up. */
async function keyCombination(args: readonly string[], context: CommandContext): Promise<number> {
  const { screen } = context.world.android();
  const [holdMs = 0] = args[0] === '-t' ? numbers(args.slice(1), 1) : [];
  const names = args[0] === '-t' ? args.slice(2) : args;
  const codes = names.map(parseKeycode);
  if (codes.length < 2) return usage(context);
  let meta = 0;
  const held: number[] = [];
  for (const [at, code] of codes.entries()) {
    if (code === undefined) return complain(context, `Error: Unknown keycode: ${names[at]}`, 255);
    meta |= META[code] ?? 0;
    held.push(code);
  }
  for (const code of held) screen.key('down', code, meta);
  if (holdMs > 0) await pause(context, Math.min(holdMs, MAX_DURATION_MS));
  for (const code of held.toReversed()) screen.key('up', code, meta);
  return 0;
}

/** `scroll x y --axis VSCROLL,-1 [--axis HSCROLL,2]`. */
function scroll(args: readonly string[], context: CommandContext): Promise<number> | number {
  const { screen } = context.world.android();
  const [x, y] = numbers(args, 2);
  if (x === undefined || y === undefined) return usage(context);
  const along = { HSCROLL: 0, VSCROLL: 0 };
  for (const [at, arg] of args.entries()) {
    const match = arg === '--axis' ? /^(HSCROLL|VSCROLL),(-?[\d.]+)$/.exec(args[at + 1] ?? '') : null;
    if (arg === '--axis' && match === null)
      return complain(context, `Error: Unsupported axis: ${args[at + 1] ?? ''}`, 255);
    if (match !== null) along[match[1] as keyof typeof along] += Number(match[2]);
  }
  screen.scroll(x, y, along.HSCROLL, along.VSCROLL);
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
      '      text <string>\n      keyevent [--longpress|--duration <ms>|--doubletap|--async|--delay <ms>] <key code number or name> ...\n      tap <x> <y>\n' +
      '      swipe <x1> <y1> <x2> <y2> [duration(ms)]\n      draganddrop <x1> <y1> <x2> <y2> [duration(ms)]\n' +
      '      press\n      roll <dx> <dy>\n      scroll <x> <y> [--axis VSCROLL,<value>] [--axis HSCROLL,<value>]\n      keycombination [-t duration(ms)] <key code 1> <key code 2> ...\n      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y>',
    255,
  );
}
