// A program of this repository as a process of its own, ready when it says so.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

export function startProcess(
  entry: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../..', entry), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', process.env['AGENT_TEST_LOG'] ? 'inherit' : 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`${entry} ended with ${code}`)));
  });
}
