import type { Adb } from '@yume-chan/adb';
import { expect, test } from 'vitest';
import { runCommands } from './run-commands.ts';

/** A phone whose shell prints this for a script. */
const phoneThatPrints = (print: (separator: string) => string) =>
  ({
    subprocess: {
      noneProtocol: { spawnWaitText: async (script: string) => print(/@@\w+@@/.exec(script)?.[0] ?? '') },
    },
  }) as unknown as Adb;

test('each command’s output is returned', async () => {
  const phone = phoneThatPrints((separator) => `one\n${separator}\n${separator}\n`);
  expect(await runCommands(phone, ['a', 'b'], 1_000)).toEqual(['one', '']);
});

test.each(['', 'Succ'])('an output that was cut off after "%s" is no output', async (printed) => {
  const phone = phoneThatPrints(() => printed);
  await expect(runCommands(phone, ['pm install'], 1_000)).rejects.toThrow('did not run every command');
});
