// A bridge outlives the command that starts it: it runs in a process of its own, which reports over the process's channel
// once adb can use the phone.
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { CommandError, type Exit, exitCodes } from '@pocketfleet/command-line';
import { z } from 'zod';

/** Longer than the bridge waits itself, which then says why. */
const startTimeoutMs = 80_000;

const report = z.union([
  z.object({ serial: z.string(), user: z.number().nullable() }),
  z.object({ exit: z.enum(Object.keys(exitCodes) as [Exit, ...Exit[]]), detail: z.string() }),
]);
export type BridgeReport = z.infer<typeof report>;
export type Connected = Extract<BridgeReport, { serial: string }>;

/** Runs this program again with these arguments, apart from this process and its terminal. */
export async function runInBackground(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  logPath: string,
): Promise<Connected> {
  const log = openSync(logPath, 'a', 0o600);
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...args], {
    env,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const { promise, resolve, reject } = Promise.withResolvers<Connected>();
  const timer = setTimeout(() => {
    child.kill();
    reject(
      new CommandError(
        'line_lost',
        `The phone could not be reached within ${startTimeoutMs / 1_000} seconds. Log: ${logPath}`,
      ),
    );
  }, startTimeoutMs);
  child.once('error', reject);
  child.once('exit', () => reject(new CommandError('failed', `The bridge has stopped. Log: ${logPath}`)));
  child.on('message', (message) => {
    const said = report.safeParse(message).data;
    if (said === undefined) return;
    if ('serial' in said) resolve(said);
    else reject(new CommandError(said.exit, said.detail));
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.removeAllListeners();
    if (child.connected) child.disconnect();
    child.unref();
  }
}

/** In the background process: tells the command that waits. */
export function reportToParent(said: BridgeReport): void {
  if (process.send !== undefined && process.connected) process.send(said);
}
