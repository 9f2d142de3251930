import { closeCodes } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FarSide, startFarSide } from '../../test/far-side.ts';
import { listenForAdb } from './adb-port.ts';

let far: FarSide;
beforeEach(async () => {
  far = await startFarSide();
});
afterEach(async () => {
  vi.useRealTimers();
  await far.stop();
});

it('a phone that is offline is said to be so at once', async () => {
  far.refuseTickets('device_offline');
  await expect(listenForAdb(far.caller, 'device')).rejects.toMatchObject({
    code: 'device_offline',
    detail: 'Refused: device_offline.',
  });
  expect(far.ticketsAsked()).toBe(1);
});

it.each(['device_offline', 'too_many'] as const)(
  'a first line that is closed with %s ends the attempt',
  async (reason) => {
    far.refuseLines(closeCodes[reason].code);
    await expect(listenForAdb(far.caller, 'device')).rejects.toMatchObject({ code: reason });
  },
);

it('a phone that can’t be reached within a minute is reported with what kept it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  far.refuseTickets('device_preparing');
  const failed = expect(listenForAdb(far.caller, 'device')).rejects.toMatchObject({
    code: 'line_lost',
    detail: 'The phone could not be reached within 60 seconds: Refused: device_preparing.',
  });
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
});

it('the Android user of the customer is known from the phone’s host', async () => {
  const port = await listenForAdb(far.caller, 'device');
  expect(port.user).toBe(10);
  await port.close();
});

it('a phone that goes offline later is dialled again', async () => {
  let ups = 0;
  const port = await listenForAdb(far.caller, 'device', { onUp: () => (ups += 1) });
  far.close(closeCodes.device_offline.code);
  await expect.poll(() => ups).toBe(2);
  await port.close();
});
