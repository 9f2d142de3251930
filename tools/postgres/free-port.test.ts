import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findFreePort } from './free-port.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

it('never gives one port to two processes that choose at the same time', async () => {
  const chosen = await Promise.all(Array.from({ length: 4 }, () => portsOfAProcess(200)));
  expect(chosen.map((ports) => ports.length)).toEqual([200, 200, 200, 200]);
  expect(new Set(chosen.flat()).size).toBe(800);
});

it('gives calls at the same time different ports', async () => {
  const ports = await Promise.all(Array.from({ length: 120 }, () => findFreePort()));
  expect(new Set(ports).size).toBe(120);
});

it('keeps a preferred port that is free', async () => {
  const port = await findFreePort();
  expect(await findFreePort(port)).toBe(port);
});

/** The process lives on, as a program does that still uses its ports. */
async function portsOfAProcess(count: number): Promise<number[]> {
  const child = fork(join(import.meta.dirname, 'choose-ports.ts'), [String(count)]);
  children.push(child);
  const [ports] = (await once(child, 'message')) as [number[]];
  return ports;
}
