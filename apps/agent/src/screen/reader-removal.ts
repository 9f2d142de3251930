// Our own programs leave the phone with its tenant, and cleaning proves that they did.
import type { CheckResult } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import { runCommands } from '../adb/run-commands.ts';
import { createCheckResult } from '../cleaning/checks.ts';
import { snapshotHelper, typingKeyboard } from './reader-files.ts';

const timeoutMs = 30_000;
const packageNames = [snapshotHelper, typingKeyboard].map(({ packageName }) => packageName);

/** A tenant may have put a program of their own in the place of ours, so everything under these names goes. */
export const removeReaderCommands: readonly string[] = packageNames.flatMap((name) => [
  `am force-stop ${name}`,
  `pm uninstall ${name}`,
]);

/** Neither program is left or runs, and no other one holds the screen. */
export async function checkReaderGone(adb: Adb): Promise<CheckResult> {
  const [accessibility = '', ...outputs] = await runCommands(
    adb,
    [
      'dumpsys accessibility',
      ...packageNames.flatMap((name) => [`pm list packages -u ${name}`, `pidof ${name}`]),
    ],
    timeoutMs,
  );
  const problems = packageNames.flatMap((name, at) => [
    ...((outputs[2 * at] ?? '').split('\n').includes(`package:${name}`) ? [`${name} is installed`] : []),
    ...((outputs[2 * at + 1] ?? '') === '' ? [] : [`${name} runs`]),
  ]);
  if (accessibility.includes('Ui Automation[eventTypes=')) problems.push('a program holds the screen');
  return createCheckResult('screen_reader', 'gone, and nobody holds the screen', problems);
}
