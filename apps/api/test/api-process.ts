// The API as a process of its own, to be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type ApiProcess = {
  /** Ends it as a power cut would, and returns when it is gone. */
  kill: () => Promise<void>;
  /** Asks it to stop; returns its exit status. */
  terminate: () => Promise<number | null>;
  isAlive: () => boolean;
};

/** From its bundle where that is what the sources are, as in the product: a third of the work of a start. */
const entry = [
  join(import.meta.dirname, '../../../tools/bundle/run.mjs'),
  join(import.meta.dirname, '../src/main.ts'),
];
/** As in the product: what was compiled once need not be compiled again. */
const compiled = join(import.meta.dirname, '../../../node_modules/.cache/pocketfleet-compiled');
const startWithinMs = 170_000;

/** Starts it and returns when it says that it is ready. */
export async function startApiProcess(env: Record<string, string>): Promise<ApiProcess> {
  const started = spawnApiProcess(env);
  await started.ready;
  return started;
}

/** Starts it. `messages` are its messages to the supervisor. */
export function spawnApiProcess(
  env: Record<string, string>,
): ApiProcess & { ready: Promise<void>; messages: unknown[] } {
  const child: ChildProcess = spawn(process.execPath, entry, {
    env: {
      PATH: process.env['PATH'] ?? '',
      LOG_LEVEL: 'fatal',
      DEMO: '1',
      NODE_COMPILE_CACHE: compiled,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const messages: unknown[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      messages.push(message);
      if (typeof message === 'object' && message !== null && 'ready' in message) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the API ended with ${code} before it was ready`)));
    setTimeout(() => reject(new Error('the API was not ready in time')), startWithinMs).unref();
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
