// Google's own adb client as an independent check, on a separate server, so that it doesn't disturb others.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findFreePort } from '../tools/postgres/free-port.ts';
import { findAdb } from '../tools/test-run/system-programs.ts';

const run = promisify(execFile);

export type DebianAdb = {
  /** Runs one adb command and returns its stdout. */
  (...args: string[]): Promise<string>;
  /** Of its server. */
  readonly port: number;
  stop(): Promise<void>;
};

/** Undefined if adb isn't installed. */
export async function startDebianAdb(): Promise<DebianAdb | undefined> {
  const program = findAdb();
  if (program === undefined) return undefined;
  const port = String(await findFreePort());
  const adb = async (...args: string[]): Promise<string> => {
    const { stdout } = await run(program, ['-P', port, ...args], { timeout: 60_000, maxBuffer: 32_000_000 });
    return stdout;
  };
  return Object.assign(adb, {
    port: Number(port),
    stop: async () => void (await adb('kill-server').catch(() => '')),
  });
}
