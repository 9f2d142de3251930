// Runs `npm start` as a child process and watches its output, for tests and benchmarks.
import { type ChildProcess, spawn } from 'node:child_process';

export type StartRun = {
  readonly child: ChildProcess;
  /** Everything printed so far, stdout and stderr together. */
  output(): string;
  /** Resolves with the address of the ready line; rejects with the output if the start ends first. */
  readonly ready: Promise<string>;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends SIGTERM and returns how long the stop took. */
  stop(): Promise<{ code: number | null; tookMs: number }>;
};

/** `entry` is tools/start.mjs, or tools/start/main.ts where everything is installed. */
export function runStart(entry: string, env: Record<string, string>): StartRun {
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, CI: '1', NODE_ENV: '', ...env },
    // The IPC channel stops it when the test or benchmark is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const ready = new Promise<string>((resolve, reject) => {
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-200_000);
      const address = /^ready (\S+)$/m.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    ended.then(({ code }) =>
      reject(new Error(`the start ended with ${code} before it was ready:\n${output}`)),
    );
  });
  ready.catch(() => {});
  return {
    child,
    output: () => output,
    ready,
    ended,
    async stop() {
      const startedMs = performance.now();
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      const { code } = await ended;
      return { code, tookMs: performance.now() - startedMs };
    },
  };
}
