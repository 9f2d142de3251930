// Commands that read a phone's screen and act on it by name: screen, tap, type, press, swipe, open-app, close-app, wait.
import { CommandError, type Terminal } from '@pocketfleet/command-line';
import {
  type ActionRefusal,
  type ActionResult,
  type AskedAction,
  type ScreenReading,
  screenKey,
} from '@pocketfleet/contract';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { type Context, works } from '../command.ts';
import { findPhone } from '../find-phone.ts';
import { watchScreen } from '../watch-screen.ts';

/** One call waits for less than the time after which a call counts as unanswered. */
const waitPieceMs = 20_000;
const directions = ['up', 'down', 'left', 'right'] as const;
type Direction = (typeof directions)[number];
type Target = { ref: string } | { x: number; y: number };

export function addScreen(program: Command, terminal: Terminal): void {
  works<{ watch?: boolean; full?: boolean }>(
    program
      .command('screen')
      .argument('<phone>')
      .option('--watch', 'go on with what changes, until Ctrl-C')
      .option('--full', 'leave nothing out, and ask for the states of switches')
      .description('what is on the phone’s screen: one control a line, each with a name such as n12')
      .addHelpText(
        'after',
        examples(
          'pocketfleet screen PF-001',
          'pocketfleet screen PF-001 --json | jq ".nodes[] | select(.role == \\"button\\") | .label"',
          'pocketfleet screen PF-001 --watch',
        ),
      ),
    terminal,
    readScreen,
  );
  const tap = (verb: string, action: 'tap' | 'long_press', about: string): void => {
    works(
      program
        .command(verb)
        .argument('<phone>')
        .argument('<target>', 'a name from “screen” such as n12, or a point x,y in pixels')
        .description(about)
        .addHelpText(
          'after',
          examples(`pocketfleet ${verb} PF-001 n12`, `pocketfleet ${verb} PF-001 540,1200`),
        ),
      terminal,
      (context, _options, [phone, target]) => act(context, phone, { action, ...targetOf(target) }),
    );
  };
  tap('tap', 'tap', 'tap a control or a point');
  tap('long-press', 'long_press', 'hold a control or a point');
  works<{ into?: string; replace?: boolean; secret?: string }>(
    program
      .command('type')
      .argument('<phone>')
      .argument('[text]')
      .option('--into <field>', 'the field, by its name; else the one with the focus')
      .option('--secret <name>', 'instead of a text: one of your stored secrets, by its name')
      .option('--replace', 'instead of what the field has now')
      .description('type a text, whatever its letters, and read it back')
      .addHelpText(
        'after',
        examples('pocketfleet type PF-001 "Grüße 👋" --into n5', 'pocketfleet type PF-001 done --replace'),
      ),
    terminal,
    (context, { into, replace = false, secret }, [phone, text]) => {
      if ((text === undefined) === (secret === undefined)) {
        throw new CommandError('usage', 'Give a text, or the name of a secret with --secret.');
      }
      return act(context, phone, {
        action: 'type',
        ...(text === undefined ? { secret } : { text }),
        replace,
        ...(into === undefined ? {} : targetOf(into)),
      });
    },
  );
  works(
    program
      .command('press')
      .argument('<phone>')
      .addArgument(new Argument('<key>').choices(screenKey.options))
      .description('press a key')
      .addHelpText('after', examples('pocketfleet press PF-001 back')),
    terminal,
    (context, _options, [phone, key]) => act(context, phone, { action: 'press', key: screenKey.parse(key) }),
  );
  works<{ duration?: number }>(
    program
      .command('swipe')
      .argument('<phone>')
      .argument('<from>', 'a control such as n12, or a point x,y')
      .argument('<to>', `${directions.join(', ')}, or a point x,y`)
      .option('--duration <ms>', 'how long the finger takes', milliseconds)
      .description('swipe over a control, or from one point to another')
      .addHelpText(
        'after',
        examples('pocketfleet swipe PF-001 n5 up', 'pocketfleet swipe PF-001 540,1800 540,600'),
      ),
    terminal,
    (context, { duration = 300 }, [phone, from, to = '']) =>
      act(context, phone, { action: 'swipe', duration_ms: duration, ...targetOf(from), ...endOf(to) }),
  );
  for (const [verb, action, about] of [
    ['open-app', 'open_app', 'open an app by its package name'],
    ['close-app', 'close_app', 'stop an app'],
  ] as const) {
    works(
      program
        .command(verb)
        .argument('<phone>')
        .argument('<app>', 'its package name, such as com.android.notes')
        .description(about)
        .addHelpText('after', examples(`pocketfleet ${verb} PF-001 com.android.notes`)),
      terminal,
      (context, _options, [phone, app = '']) => act(context, phone, { action, app }),
    );
  }
  works<WaitOptions>(
    program
      .command('wait')
      .argument('<phone>')
      .option('--text <text>', 'until a control says this')
      .option('--ref <name>', 'until this control is there')
      .option('--app <app>', 'until this app is in front')
      .option('--gone', 'until that is no longer there')
      .option('--idle', 'until nothing changes any more')
      .option('--timeout <ms>', 'how long, 10000 without it', milliseconds)
      .description('wait for something on the screen; exit status 11 when it doesn’t come')
      .addHelpText(
        'after',
        examples(
          'pocketfleet wait PF-001 --text Saved',
          'pocketfleet wait PF-001 --app com.android.notes --idle',
        ),
      ),
    terminal,
    waitFor,
  );
}

async function readScreen(
  { out, account, terminal }: Context,
  { watch = false, full = false }: { watch?: boolean; full?: boolean },
  [name = '']: readonly string[],
): Promise<void> {
  const phone = await findPhone(account(), name);
  if (watch) {
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
    const note = (text: string): void => terminal.writeError(`${text}\n`);
    return watchScreen(account(), phone, { out, note, signal: stop.signal });
  }
  const view = full ? 'full' : 'outline';
  const reading = await account().call('readScreen', { params: { id: phone.id }, query: { view } });
  showReading({ out, terminal }, reading);
}

function showReading({ out, terminal }: Pick<Context, 'out' | 'terminal'>, reading: ScreenReading): void {
  if (reading.problem !== null) {
    if (out.isJson) out.done(reading);
    throw new CommandError('refused', `The screen can’t be read now: ${reading.detail}`, {
      code: reading.problem,
    });
  }
  if (out.isJson) out.done(reading);
  else for (const line of reading.text.split('\n')) out.print(line);
  if (reading.truncated) terminal.writeError('The phone has left something out.\n');
}

async function act({ out, account, terminal }: Context, name = '', action: AskedAction): Promise<void> {
  const phone = await findPhone(account(), name);
  const result = await account().call('actOnDevice', { params: { id: phone.id }, body: action });
  if (out.isJson) out.done(result);
  if (!result.done) throw new CommandError('refused', refusalOf(result), { code: result.why ?? 'failed' });
  if (result.confirmed === 'different') {
    throw new CommandError('refused', `The field has another text now. ${nearest(result)}`, {
      code: 'different',
    });
  }
  if (result.confirmed === 'unconfirmed') terminal.writeError('Typed, but it could not be read back.\n');
  if (result.why === 'moved') terminal.writeError('The target had moved: something else may have got it.\n');
  if (out.isJson) return;
  const lines = result.changed.length > 0 ? result.changed : result.text.split('\n');
  for (const line of lines) out.print(line);
}

/** Where the server has nothing to add to the reason. */
const reasons: Partial<Readonly<Record<ActionRefusal, string>>> = {
  gone: 'It is no longer on the screen.',
  covered: 'Something else covers it.',
  disabled: 'It is disabled.',
  hidden: 'Less than half of it is visible: swipe to it first.',
  changed: 'It says something else than when it was read.',
  not_a_field: 'It is not a text field.',
};

function refusalOf(result: ActionResult): string {
  const { why, detail } = result;
  const reason = detail || (why === null ? '' : (reasons[why] ?? ''));
  return [`Refused (${why}).`, reason, nearest(result)].filter((text) => text !== '').join(' ');
}

/** The texts are the phone's: the terminal prints them without control characters. */
function nearest({ nodes }: ActionResult): string {
  if (nodes.length === 0) return '';
  const names = nodes.map(
    ({ ref, role, label, value }) => `${ref} ${role} ${JSON.stringify(value ?? label)}`,
  );
  return `There: ${names.join(', ')}.`;
}

type WaitOptions = {
  text?: string;
  ref?: string;
  app?: string;
  gone?: boolean;
  idle?: boolean;
  timeout?: number;
};

async function waitFor(
  { out, account, terminal }: Context,
  { timeout = 10_000, gone = false, idle = false, ...until }: WaitOptions,
  [name = '']: readonly string[],
): Promise<void> {
  if (!idle && Object.keys(until).every((key) => key === 'json')) {
    throw new CommandError('usage', 'Say what to wait for: --text, --ref, --app or --idle.');
  }
  const { text, ref, app } = until;
  const phone = await findPhone(account(), name);
  const untilMs = performance.now() + timeout;
  for (;;) {
    const leftMs = Math.max(0, Math.round(untilMs - performance.now()));
    const timeout_ms = Math.min(waitPieceMs, leftMs);
    const reading = await account().call('waitForScreen', {
      params: { id: phone.id },
      query: { view: 'outline' },
      body: { text, ref, app, gone, idle, timeout_ms },
    });
    if (reading.matched) return showReading({ out, terminal }, reading);
    if (timeout_ms < leftMs) continue;
    if (out.isJson) out.done(reading);
    throw new CommandError('not_met', `That didn’t come within ${timeout} ms.`);
  }
}

/** Throws a usage error. */
function targetOf(text = ''): Target {
  if (/^n\d{1,9}$/.test(text)) return { ref: text };
  const [, x, y] = /^(\d{1,5}),(\d{1,5})$/.exec(text) ?? [];
  if (x === undefined) {
    throw new CommandError(
      'usage',
      `"${text}" is no target: name a control such as n12, or a point such as 540,1200.`,
    );
  }
  return { x: Number(x), y: Number(y) };
}

function endOf(text: string): { direction: Direction } | { to_x: number; to_y: number } {
  const direction = directions.find((known) => known === text);
  if (direction !== undefined) return { direction };
  const target = targetOf(text);
  if ('ref' in target) throw new CommandError('usage', 'A swipe ends at a point, or says a direction.');
  return { to_x: target.x, to_y: target.y };
}

function milliseconds(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 600_000) {
    throw new InvalidArgumentError('Give milliseconds, at most 600000.');
  }
  return value;
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
