import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

const throwaway = JSON.stringify(join(import.meta.dirname, 'throwaway.ts'));

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'the database of a test run that ends by %s ends too',
  async (signal) => {
    const program = `
      const { startThrowawayPostgres } = await import(${throwaway});
      console.log((await startThrowawayPostgres()).url);
      setInterval(() => {}, 1_000);`;
    const run = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    const url = await new Promise<string>((resolve, reject) => {
      run.stdout.on('data', (bytes: Buffer) => resolve(String(bytes).trim()));
      run.once('close', () => reject(new Error('it ended before it was ready')));
    });
    expect(await answers(url)).toBe(true);
    run.kill(signal);
    await vi.waitFor(async () => expect(await answers(url)).toBe(false));
  },
);

test('a run that stops its database goes on as soon as it is gone', async () => {
  const program = `
    const { startThrowawayPostgres } = await import(${throwaway});
    await (await startThrowawayPostgres()).stop();
    console.log('goes on');`;
  const run = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  let output = '';
  run.stdout.on('data', (bytes: Buffer) => {
    output += bytes;
  });
  const [code] = await once(run, 'close');
  expect([code, output]).toEqual([0, 'goes on\n']);
});

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
