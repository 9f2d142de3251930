// The adb that is installed on this computer, and whether it is new enough.
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { Environment } from '@pocketfleet/command-line';

const run = promisify(execFile);
const answerTimeoutMs = 10_000;
const startTimeoutMs = 20_000;
/** Of what adb says on stderr, in characters. */
const maxSaid = 10_000;
/** Of adb and its server, the last part of "1.0.40": platform-tools 28, the oldest that was tried with a bridge. */
const leastAdb = 40;
export const howToInstall =
  'install Android’s platform-tools 28 or newer (on Debian and Ubuntu: apt install adb) so that "adb" is in PATH';

/** `version` is of the form "1.0.41". */
export type AdbProgram =
  | { state: 'usable'; version: string }
  | { state: 'too_old'; version: string }
  | { state: 'missing' }
  | { state: 'broken'; reason: string };

export async function readAdbProgram(env: Environment): Promise<AdbProgram> {
  try {
    const { stdout } = await run('adb', ['version'], {
      env: env as NodeJS.ProcessEnv,
      timeout: answerTimeoutMs,
    });
    const number = Number(/^Android Debug Bridge version 1\.0\.(\d+)/m.exec(stdout)?.[1] ?? Number.NaN);
    if (Number.isNaN(number)) return { state: 'broken', reason: 'it does not say which version it is' };
    const version = adbVersion(number);
    return isTooOld(number) ? { state: 'too_old', version } : { state: 'usable', version };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'missing' };
    const { stderr = '', message } = error as { stderr?: string; message: string };
    return { state: 'broken', reason: lastLineOf(stderr) || lastLineOf(message) };
  }
}

/** The problem, and its remedy. */
export function describeUnusable(program: Exclude<AdbProgram, { state: 'usable' }>): string {
  if (program.state === 'missing') return `There is no adb in PATH: ${howToInstall}.`;
  if (program.state === 'broken')
    return `The adb in PATH does not work (${program.reason}): ${howToInstall}.`;
  return `The adb in PATH is ${program.version}, which is too old: ${howToInstall}.`;
}

/** Of a program or a server, by the last part of its version. */
export function isTooOld(number: number): boolean {
  return number < leastAdb;
}

export function adbVersion(number: number): string {
  return `1.0.${number}`;
}

/** Starts the server. Undefined once it runs, else what adb has said. */
export async function startAdbServer(env: Environment, port: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const child = spawn('adb', ['-P', String(port), 'start-server'], {
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-maxSaid);
  });
  let isTooSlow = false;
  const timer = setTimeout(() => {
    isTooSlow = true;
    child.kill();
  }, startTimeoutMs);
  child.once('error', (error) => resolve(error.message));
  // The server itself may keep the pipe, so a success doesn't wait for its end.
  child.once('exit', (code) => {
    if (code === 0) resolve(undefined);
  });
  child.once('close', (code, signal) => {
    const end = isTooSlow
      ? `it had not started after ${startTimeoutMs / 1_000} seconds`
      : `it ended with ${code ?? signal}`;
    resolve(lastLineOf(stderr) || end);
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.stderr.destroy();
  }
}

function lastLineOf(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
