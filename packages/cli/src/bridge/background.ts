// A bridge outlives the command that starts it: it runs in a process of its own, which reports over the process's channel
// once adb can use the phone.
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { CommandError, type Exit, exitCodes } from '@pocketfleet/command-line';
import { z } from 'zod';

const startTimeoutMs = 60_000;

const report = z.union([
  z.object({ serial: z.string() }),
  z.object({ exit: z.enum(Object.keys(exitCodes) as [Exit, ...Exit[]]), detail: z.string() }),
]);
export type BridgeReport = z.infer<typeof report>;

/** Runs this program again with these arguments, apart from this process and its terminal. Returns the serial. */
export async function runInBackground(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  logPath: string,
): Promise<string> {
  const log = openSync(logPath, 'a', 0o600);
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...args], {
    env,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => {
    child.kill();
    reject(
      new CommandError('line_lost', `The phone could not be reached within 60 seconds. Log: ${logPath}`),
    );
  }, startTimeoutMs);
  child.once('error', reject);
  child.once('exit', () => reject(new CommandError('failed', `The bridge has stopped. Log: ${logPath}`)));
  child.on('message', (message) => {
    const said = report.safeParse(message).data;
    if (said === undefined) return;
    if ('serial' in said) resolve(said.serial);
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
