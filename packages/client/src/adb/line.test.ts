import { StreamRefusedError } from '@pocketfleet/adb-bridge';
import { type CloseReason, closeCodes } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FarSide, startFarSide } from '../../test/far-side.ts';
import { Line } from './line.ts';

let far: FarSide;
let line: Line | undefined;
let ends: { code: string; detail: string | null }[];
let ups: number;

beforeEach(async () => {
  far = await startFarSide();
  ends = [];
  ups = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  line?.stop();
  await far.stop();
});

function startLine(): Line {
  const started = new Line(far.caller, 'device', {
    onOpen: (_target, reply) => reply.refuse('no'),
    onUp: () => {
      ups += 1;
    },
    onDown: () => undefined,
    onEnd: ({ code, detail }) => void ends.push({ code, detail }),
  });
  line = started;
  started.start();
  return started;
}

it.each<[CloseReason, string]>([
  ['assignment_ended', closeCodes.assignment_ended.detail],
  ['device_quarantined', closeCodes.device_quarantined.detail],
  ['session_ended', 'You’ve been signed out, or your key has ended.'],
  ['not_allowed', closeCodes.not_allowed.detail],
  ['bad_message', closeCodes.bad_message.detail],
])('%s ends the line', async (reason, detail) => {
  const started = startLine();
  await expect.poll(() => ups).toBe(1);
  const stream = await started.open('shell:wait');
  far.close(closeCodes[reason].code);
  await expect.poll(() => ends).toEqual([{ code: reason, detail }]);
  expect(stream.ended).toBe(true);
  await expect(started.open('shell:wait')).rejects.toBeInstanceOf(StreamRefusedError);
  expect(far.ticketsAsked()).toBe(1);
});

it.each(['device_offline', 'going_away', 'too_slow', 'server_error', 'normal'] satisfies CloseReason[])(
  'after %s the line is dialled again',
  async (reason) => {
    startLine();
    await expect.poll(() => ups).toBe(1);
    far.close(closeCodes[reason].code);
    await expect.poll(() => ups).toBe(2);
    expect(ends).toEqual([]);
  },
);

it.each([
  ['device_not_assigned', 'assignment_ended'],
  ['device_out_of_service', 'device_quarantined'],
  ['invalid_input', 'invalid_input'],
])('a ticket refused for %s ends the line with %s', async (code, end) => {
  far.refuseTickets(code);
  startLine();
  await expect.poll(() => ends).toEqual([{ code: end, detail: `Refused: ${code}.` }]);
});

it('a socket on which the phone’s side says nothing is given up, and dialled again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  far.muteLines(1);
  const started = startLine();
  const opening = started.open('shell:hello').catch((error: Error) => error.message);
  // Beside the timer of the request, that of the open socket.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await opening).toBe('The line to the phone is down.');
  // Each look lets some of the time pass that is not real here.
  await vi.waitFor(() => expect(ups).toBe(1));
  expect(far.ticketsAsked()).toBe(2);
});

it('a request while the line is down waits for it', async () => {
  far.refuseTickets('device_offline');
  const started = startLine();
  const opening = started.open('shell:hello');
  await expect.poll(() => far.ticketsAsked()).toBeGreaterThan(1);
  far.refuseTickets(undefined);
  const stream = await opening;
  expect(Buffer.from((await stream.read()) ?? []).toString()).toContain('hello');
});

it('a request while the line is down is refused after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  far.refuseTickets('device_offline');
  const started = startLine();
  let answer = '';
  const opening = started.open('shell:hello').catch((error: Error) => {
    answer = error.message;
  });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(answer).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  await opening;
  expect(answer).toBe('The line to the phone is down.');
});

it('so many requests wait for a line that is down, and no more', async () => {
  far.refuseTickets('device_offline');
  const started = startLine();
  const waiting = Array.from({ length: 128 }, () => started.open('shell:hello').catch(() => undefined));
  await expect(started.open('shell:hello')).rejects.toThrow('more than 128 requests wait for the line');
  started.stop();
  await Promise.all(waiting);
});
