import { getEventListeners } from 'node:events';
import { closeCodes } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FarSide, startFarSide } from '../test/far-side.ts';
import { PhoneLine } from './adb/phone-line.ts';
import { openAdbService, runShell } from './phone-shell.ts';

/** Sooner than an idle line is closed. */
const soon = { timeout: 3_000 };
let far: FarSide;
let line: PhoneLine;

beforeEach(async () => {
  far = await startFarSide();
  line = new PhoneLine(far.caller, { id: 'device', tag: 'PF-001' });
});
afterEach(async () => {
  vi.useRealTimers();
  line.close();
  await far.stop();
});

it('reads what a command prints while it still reads', async () => {
  const stdin = 'a line of text\n'.repeat(350_000);
  const options = { stdin, timeoutMs: 60_000 };
  const { stdout, exitCode } = await runShell(line, 'cat', options);
  expect(stdout === stdin).toBe(true);
  expect(exitCode).toBe(0);
});

it('takes no harm from a command that ends before it has read everything', async () => {
  const stdin = new Uint8Array(3 * 1024 * 1024);
  const { stdout } = await runShell(line, 'echo', { stdin, timeoutMs: 60_000 });
  expect(stdout).toBe('echo\n');
});

it('a phone that is away is said to be so at once', async () => {
  far.refuseTickets('device_offline');
  const refusal = { code: 'device_offline', detail: 'Refused: device_offline.' };
  await expect(runShell(line, 'hello', {})).rejects.toMatchObject(refusal);
  far.refuseTickets(undefined);
  far.refuseLines(closeCodes.device_offline.code);
  await expect(runShell(line, 'hello', {})).rejects.toMatchObject({ code: 'device_offline' });
  expect(far.ticketsAsked()).toBe(2);
});

it('a phone that is not ready within half a minute is reported with what kept it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  far.refuseTickets('device_preparing');
  const failed = expect(runShell(line, 'hello', {})).rejects.toMatchObject({
    code: 'line_lost',
    detail: 'PF-001 could not be reached within 30 seconds: Refused: device_preparing.',
  });
  await vi.advanceTimersByTimeAsync(30_000);
  await failed;
});

it('lets go of the signal when a service has ended', async () => {
  const { signal } = new AbortController();
  const { close } = await openAdbService(line, 'shell:wait', signal);
  expect(far.streams()?.size).toBe(1);
  close();
  await expect.poll(() => far.streams()?.size, soon).toBe(0);
  await expect.poll(() => getEventListeners(signal, 'abort').length, soon).toBe(0);
});

it('leaves no service open that was aborted while it opened', async () => {
  await runShell(line, 'hello', {});
  const stop = new AbortController();
  const opening = openAdbService(line, 'shell:wait', stop.signal);
  // The line is up, and the phone's answer still on its way.
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort(new Error('enough'));
  await expect(opening).rejects.toThrow('enough');
  await expect.poll(() => far.stuck.length, soon).toBe(1);
  await expect.poll(() => far.stuck[0]?.ended, soon).toBe(true);
});
