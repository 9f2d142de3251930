import { StreamRefusedError } from '@pocketfleet/adb-bridge';
import { type CloseReason, closeCodes } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FarSide, startFarSide } from '../../test/far-side.ts';
import { Line } from './line.ts';

let far: FarSide;
let line: Line | undefined;
let ends: { exit: string; detail: string }[];
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
  const started = new Line(far.account, 'device', {
    onOpen: (_target, reply) => reply.refuse('no'),
    onUp: () => {
      ups += 1;
    },
    onDown: () => undefined,
    onEnd: (why) => void ends.push(why),
  });
  line = started;
  started.start();
  return started;
}

it.each([
  ['assignment_ended', 'rental_ended'],
  ['device_quarantined', 'rental_ended'],
  ['session_ended', 'not_signed_in'],
  ['not_allowed', 'forbidden'],
  ['bad_message', 'failed'],
] satisfies [CloseReason, string][])('%s ends the line with %s', async (reason, exit) => {
  const started = startLine();
  await expect.poll(() => ups).toBe(1);
  const stream = await started.open('shell:wait');
  far.close(closeCodes[reason].code);
  await expect.poll(() => ends).toEqual([{ exit, detail: closeCodes[reason].detail }]);
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
  ['device_not_assigned', 'rental_ended'],
  ['device_out_of_service', 'rental_ended'],
  ['validation_failed', 'refused'],
])('a ticket refused for %s ends the line with %s', async (code, exit) => {
  far.refuseTickets(code);
  startLine();
  await expect.poll(() => ends).toEqual([{ exit, detail: `Refused: ${code}.` }]);
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
