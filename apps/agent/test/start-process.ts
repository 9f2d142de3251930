// Starts a program of this repository as a process and waits until it reports that it is ready.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const repoDir = join(import.meta.dirname, '../../..');

/** From its bundle where that is what the sources are, as in the product: a third of the work of a start. */
export function startProcess(
  entry: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [join(repoDir, 'tools/bundle/run.mjs'), join(repoDir, entry), ...args],
    {
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
      stdio: ['ignore', process.env['AGENT_TEST_LOG'] ? 'inherit' : 'ignore', 'inherit', 'ipc'],
    },
  );
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`${entry} ended with ${code}`)));
  });
}

/** Starts virtual phones on the ports of their first start. The last phone has a real maker's lists of packages. */
export function startPhonesIn(folder: string, count: number): Promise<ChildProcess> {
  const args = ['--data', folder, '--count', String(count), '--ports', portsOf(folder).join(), '--real-size'];
  return startProcess('packages/virtual-phone/src/main.ts', args);
}

export function portsOf(folder: string): string[] {
  const list = join(folder, 'virtual-phones.json');
  const text = existsSync(list) ? readFileSync(list, 'utf8') : '';
  return [...text.matchAll(/"port": ?(\d+)/g)].map((match) => match[1] ?? '');
}
