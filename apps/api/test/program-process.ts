// One of our programs as a process of its own, to be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type ProgramProcess = {
  /** Ends it as a power cut would, and returns when it is gone. */
  kill: () => Promise<void>;
  /** Asks it to stop; returns its exit status. */
  terminate: () => Promise<number | null>;
  isAlive: () => boolean;
  /** It can be used. Rejects when it ends before that. */
  ready: Promise<void>;
  /** Its messages to the supervisor. */
  messages: unknown[];
};

const repoDir = join(import.meta.dirname, '../../..');
/** From its bundle where that is what the sources are, as in the product: a third of the work of a start. */
const runProgram = join(repoDir, 'tools/bundle/run.mjs');
/** As in the product: what was compiled once need not be compiled again. */
const compiled = join(repoDir, 'node_modules/.cache/pocketfleet-compiled');
const startWithinMs = 170_000;

/** `entry` is relative to the repository. */
export function spawnProgram(entry: string, env: Record<string, string>): ProgramProcess {
  const child: ChildProcess = spawn(process.execPath, [runProgram, join(repoDir, entry)], {
    env: {
      PATH: process.env['PATH'] ?? '',
      LOG_LEVEL: 'fatal',
      DEMO: '1',
      NODE_COMPILE_CACHE: compiled,
      ...env,
    },
    stdio: ['ignore', process.env['PROGRAM_TEST_LOG'] ? 'inherit' : 'ignore', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const messages: unknown[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      messages.push(message);
      if (typeof message === 'object' && message !== null && 'ready' in message) resolve();
    });
    child.once('exit', (code) => reject(new Error(`${entry} ended with ${code} before it was ready`)));
    setTimeout(() => reject(new Error(`${entry} was not ready in time`)), startWithinMs).unref();
  });
  ready.catch(() => undefined);
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    ready,
    messages,
    kill: async () => {
      if (!isAlive()) return;
      child.kill('SIGKILL');
      await gone;
    },
    terminate: async () => {
      child.kill('SIGTERM');
      await gone;
      return child.exitCode;
    },
    isAlive,
  };
}
