import { randomInt } from 'node:crypto';
import type { AndroidScreen } from '../../phone-parts.ts';
import { type Command, complain, pause, print } from '../command.ts';

/** Its pointer and its pace, unless `--throttle` says more. */
const POINTER_ID = 0;
const TURN_EVENTS = 20;
const MAX_EVENTS = 1_000_000;
const MAX_THROTTLE_MS = 60_000;
const VALUED = new Set([
  '-p',
  '-c',
  '-s',
  '--throttle',
  '--pkg-blacklist-file',
  '--pkg-whitelist-file',
  '-f',
  '--port',
  '--setup',
]);
const KEYS = { nav: [19, 20, 21, 22], majornav: [82, 23], syskeys: [3, 4, 24, 25] } as const;

interface Plan {
  readonly packages: readonly string[];
  readonly seed: number;
  readonly throttleMs: number;
  readonly count: number;
  readonly verbosity: number;
  /** Percentages by what is done; the rest is touches. */
  readonly parts: ReadonlyMap<string, number>;
}

/** `monkey [-p package]... [-c category] [-s seed] [--throttle ms] [--pct-x n] [-v] count`. */
export const monkey: Command = async (args, context) => {
  const plan = parse(args);
  if (typeof plan === 'string') return complain(context, plan, 251);
  const { packages, screen } = { packages: context.world.packages, screen: context.world.android().screen };
  const launchable = packages.list().filter((app) => app.launcherActivity !== undefined);
  const chosen = launchable.filter(({ name }) => plan.packages.length === 0 || plan.packages.includes(name));
  if (plan.verbosity > 0) await print(context, `:Monkey: seed=${plan.seed} count=${plan.count}\n`);
  if (plan.verbosity > 0) for (const name of plan.packages) await print(context, `:AllowPackage: ${name}\n`);
  if (chosen.length === 0) return complain(context, '** No activities found to run, monkey aborted.', 252);
  const random = randomFrom(plan.seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const beganAtMs = context.world.now();
  screen.startActivity({ package: pick(chosen).name });
  // The start is the first event.
  for (let at = 1; at < plan.count && !context.signal.aborted; at++) {
    // The monkey stays in its packages: what leads out of them is taken back.
    if (!chosen.some(({ name }) => screen.focusedActivity.startsWith(`${name}/`)))
      screen.startActivity({ package: pick(chosen).name });
    const done = act(plan, random, screen);
    if (plan.verbosity > 1) await print(context, `:Sending ${done}\n`);
    if (plan.throttleMs > 0) await pause(context, plan.throttleMs);
    else if (at % TURN_EVENTS === 0) await pause(context, 1);
  }
  if (context.signal.aborted) return 130;
  const elapsed = `${context.world.now() - beganAtMs}ms`;
  return print(
    context,
    `Events injected: ${plan.count}\n${plan.verbosity > 0 ? ':Dropped: keys=0 pointers=0 trackballs=0 flips=0 rotations=0\n' : ''}## Network stats: elapsed time=${elapsed} (0ms mobile, ${elapsed} wifi, 0ms not connected)\n${plan.verbosity > 0 ? '// Monkey finished\n' : ''}`,
  );
};

function act(plan: Plan, random: () => number, screen: AndroidScreen): string {
  const { width, height } = screen.display;
  const x = Math.floor(random() * width);
  const y = Math.floor(random() * height);
  let share = random() * 100;
  for (const [kind, percent] of plan.parts) {
    share -= percent;
    if (share >= 0) continue;
    if (kind === 'motion') {
      screen.touch('down', POINTER_ID, x, y, 1);
      for (let step = 1; step <= 5; step++)
        screen.touch(
          'move',
          POINTER_ID,
          x + random() * 40 * step - 20 * step,
          y + random() * 40 * step - 20 * step,
          1,
        );
      screen.touch('up', POINTER_ID, x, y, 0);
      return `Touch (ACTION_DOWN): 0:(${x}.0,${y}.0), then moves`;
    }
    if (kind === 'rotation') {
      screen.setRotation(Math.floor(random() * 4));
      return 'rotation';
    }
    const codes = KEYS[kind as keyof typeof KEYS];
    const code = codes[Math.floor(random() * codes.length)] ?? codes[0];
    screen.key('down', code, 0);
    screen.key('up', code, 0);
    return `Key (ACTION_DOWN): ${code}`;
  }
  screen.touch('down', POINTER_ID, x, y, 1);
  screen.touch('up', POINTER_ID, x, y, 0);
  return `Touch (ACTION_DOWN): 0:(${x}.0,${y}.0)`;
}

function parse(args: readonly string[]): Plan | string {
  const packages: string[] = [];
  const parts = new Map<string, number>();
  let [seed, throttleMs, verbosity] = [randomInt(2 ** 31), 0, 0];
  let count: number | undefined;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (/^-v+$/.test(arg)) verbosity += arg.length - 1;
    else if (arg.startsWith('--pct-')) {
      const percent = Number(args[++at]);
      if (!(percent >= 0 && percent <= 100)) return `** Error: bad percentage for ${arg}`;
      const kind = arg.slice('--pct-'.length);
      if (kind === 'motion' || kind === 'rotation' || Object.hasOwn(KEYS, kind)) parts.set(kind, percent);
    } else if (VALUED.has(arg)) {
      const value = args[++at];
      if (value === undefined) return `** Error: Option requires an argument: ${arg}\n${USAGE}`;
      if (arg === '-p') packages.push(value);
      if (arg === '-s') seed = Number(value) | 0;
      if (arg === '--throttle') throttleMs = Math.min(MAX_THROTTLE_MS, Number(value) || 0);
    } else if (!arg.startsWith('-')) count = Number(arg);
    else if (!arg.startsWith('--')) return `** Error: Unknown option: ${arg}\n${USAGE}`;
  }
  if (count === undefined) return `** Error: Count not specified\n${USAGE}`;
  if (!Number.isInteger(count) || count <= 0 || count > MAX_EVENTS)
    return `** Error: Count not a number\n${USAGE}`;
  return { packages, parts, seed, throttleMs, verbosity, count };
}

/** The same seed does the same. */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const USAGE = `usage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]
              [-c MAIN_CATEGORY [-c MAIN_CATEGORY] ...]
              [--pct-touch PERCENT] [--pct-motion PERCENT] [--pct-nav PERCENT]
              [--pct-majornav PERCENT] [--pct-syskeys PERCENT] [--pct-rotation PERCENT]
              [-s SEED] [-v [-v] ...] [--throttle MILLISEC] COUNT`;
