import type { InstrumentationValues } from '../../automation/instrumentations.ts';
import { type Command, type CommandContext, fail } from '../command.ts';
import { findUser } from './settings.ts';

const VALUED = new Set(['--user', '--abi', '-p', '-f']);

/** `am instrument [-w] [-r] [--user n] [-e key value]... package/class`, as in Android's Instrument.java. */
export const instrument: Command = async (args, context) => {
  const options = parseOptions(args);
  const user = findUser(options.user, context);
  if (user === undefined) return fail(context, `Error: Invalid user: ${options.user}`, 255);
  const [name = '', runner = ''] = options.component.split('/');
  const full = runner.startsWith('.') ? name + runner : runner;
  const { instrumentations } = context.world;
  const instrumentation = instrumentations.find(`${name}/${full}`, user);
  if (instrumentation === undefined) {
    return fail(
      context,
      `INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{${name}/${full}}\nINSTRUMENTATION_STATUS_CODE: -1\nandroid.util.AndroidException: INSTRUMENTATION_FAILED: ${name}/${runner}`,
    );
  }
  let lastPrint: Promise<unknown> = Promise.resolve();
  const write = (text: string) => {
    lastPrint = lastPrint.then(() => context.out(text));
    return lastPrint;
  };
  const running = instrumentations.run({
    instrumentation,
    user,
    args: options.extras,
    waits: options.waits,
    status: (code, values) => {
      if (options.waits)
        void write(`${lines('INSTRUMENTATION_STATUS', values)}INSTRUMENTATION_STATUS_CODE: ${code}\n`);
    },
    listener: context.signal,
  });
  if (!options.waits) {
    running.catch(() => undefined);
    return 0;
  }
  const result = await Promise.race([running, stopped(context)]);
  if (result === 'stopped') return 130;
  const { code, values } = result ?? { code: 0, values: { shortMsg: 'Process crashed.' } };
  await write(`${lines('INSTRUMENTATION_RESULT', values)}INSTRUMENTATION_CODE: ${code}\n`);
  return 0;
};

function stopped({ signal }: CommandContext): Promise<'stopped'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('stopped');
    else signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
}

/** Newer Androids print the keys in order. */
function lines(head: string, values: InstrumentationValues): string {
  return Object.keys(values)
    .sort()
    .map((key) => `${head}: ${key}=${values[key]}\n`)
    .join('');
}

function parseOptions(args: readonly string[]) {
  const extras = new Map<string, string>();
  let user = 'current';
  let waits = false;
  let component = '';
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '-e') {
      extras.set(args[at + 1] ?? '', args[at + 2] ?? '');
      at += 2;
    } else if (arg === '--user') user = args[++at] ?? '';
    else if (VALUED.has(arg)) at++;
    else if (arg === '-w') waits = true;
    else if (!arg.startsWith('-')) component = arg;
  }
  return { extras, user, waits, component };
}
