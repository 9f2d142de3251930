// Runs a program that ends by itself, such as a build, and kills it with all its children at a timeout.
import { type ChildProcess, spawn } from 'node:child_process';

export type RunOptions = {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
};

/** The end of what the program printed on stdout and stderr, and how it ended. */
export class RunFailed extends Error {
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

const keptCharacters = 1_000_000;
const running = new Set<ChildProcess>();

/** Resolves with stdout; rejects with RunFailed unless the program ends with 0 in time. */
export function runToEnd(program: string, args: readonly string[], options: RunOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    // A process group of its own, so that its children can be killed with it.
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    let stdout = '';
    let all = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout = (stdout + chunk.toString('utf8')).slice(-keptCharacters);
      all = (all + chunk.toString('utf8')).slice(-keptCharacters);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      all = (all + chunk.toString('utf8')).slice(-keptCharacters);
    });
    const timer = setTimeout(() => endGroup(child), options.timeoutMs);
    const finish = (outcome: () => void): void => {
      clearTimeout(timer);
      running.delete(child);
      outcome();
    };
    child.once('error', (error) => finish(() => reject(new RunFailed(error.message, all))));
    child.once('close', (code, signal) =>
      finish(() => {
        if (code === 0) resolve(stdout);
        else reject(new RunFailed(`${program} ended with ${signal ?? code}`, all));
      }),
    );
  });
}

/** Kills all programs that still run. */
export function endAllRuns(): void {
  for (const child of running) endGroup(child);
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The program has already ended.
  }
}
