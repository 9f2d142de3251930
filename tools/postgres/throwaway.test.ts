import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'the database of a test run that ends by %s ends too',
  async (signal) => {
    const module = JSON.stringify(join(import.meta.dirname, 'throwaway.ts'));
    const program = `
      const { startThrowawayPostgres } = await import(${module});
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
