import type { InstrumentationValues } from '../../automation/instrumentations.ts';
import { type Command, fail, untilStopped } from '../command.ts';
import { takeUser } from './arguments.ts';
import { parseIntent } from './intent.ts';

/** `am instrument [-w] [-r] [--user n] [-e key value]... package/class`, as in Android's Instrument.java. */
export const instrument: Command = async (args, context) => {
  const { component = '', extras } = parseIntent(args);
  const waits = args.includes('-w');
  const { user, named } = takeUser(args, context);
  if (user === undefined) return fail(context, `Error: Invalid user: ${named}`, 255);
  const [name = '', runner = ''] = component.split('/');
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
    args: extras,
    waits,
    status: (code, values) => {
      if (waits)
        void write(`${lines('INSTRUMENTATION_STATUS', values)}INSTRUMENTATION_STATUS_CODE: ${code}\n`);
    },
    listener: context.signal,
  });
  if (!waits) {
    running.catch(() => undefined);
    return 0;
  }
  const stopped = untilStopped(context).then(() => 'stopped' as const);
  const result = await Promise.race([running, stopped]);
  if (result === 'stopped') return 130;
  const { code, values } = result ?? { code: 0, values: { shortMsg: 'Process crashed.' } };
  await write(`${lines('INSTRUMENTATION_RESULT', values)}INSTRUMENTATION_CODE: ${code}\n`);
  return 0;
};

/** Newer Androids print the keys in order. */
function lines(head: string, values: InstrumentationValues): string {
  return Object.keys(values)
    .sort()
    .map((key) => `${head}: ${key}=${values[key]}\n`)
    .join('');
}
