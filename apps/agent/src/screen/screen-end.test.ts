// A tenant's screen whose phone fails, and whose tenant goes while something waits. The phone is none: each try is counted.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DeviceScreen, type ScreenPhone } from './device-screen.ts';

const user = 10;
let tries: number;
let tryPhone: (work: (adb: never) => unknown) => Promise<unknown>;
let screen: DeviceScreen;

beforeEach(() => {
  vi.useFakeTimers();
  tries = 0;
  tryPhone = () => Promise.reject(new Error('the phone does not answer'));
  const phone: ScreenPhone = {
    screen: undefined,
    keyboardApk: new Uint8Array(),
    withAdb: (work) => {
      tries++;
      return tryPhone(work) as ReturnType<typeof work>;
    },
    ensureServer: () => Promise.reject(new Error('the phone does not answer')),
    onLost: () => () => undefined,
  };
  screen = new DeviceScreen(phone, user);
});
afterEach(() => void vi.useRealTimers());

test('text that waits for its next try is not typed when the tenant has gone', async () => {
  const typed = screen.typeLive('é', 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(tries).toBe(1);
  screen.end();
  tryPhone = async (work) => work(undefined as never);
  await vi.advanceTimersByTimeAsync(500);
  expect(await typed).toMatchObject({ done: false, why: 'seat_lost' });
});

test('an action that waits when the tenant goes is not done', async () => {
  const typed = screen.typeLive('é', 1);
  const asked = { caller: 'a', generation: 1, action_id: null } as const;
  const action = { action: 'press', key: 'home' } as const;
  const acted = screen.answer({ type: 'action', id: 'q', ...asked, action });
  await vi.advanceTimersByTimeAsync(0);
  screen.end();
  tryPhone = async (work) => work(undefined as never);
  await vi.advanceTimersByTimeAsync(500);
  await typed;
  expect(await acted).toMatchObject({ result: { done: false, why: 'seat_lost' } });
});

test('text is tried again for ten seconds at most, however long each try takes', async () => {
  tryPhone = async () => {
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, 4_000);
    await isOver;
    throw new Error('the phone does not answer');
  };
  const typed = screen.typeLive('é', 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await typed).toMatchObject({ done: false, why: 'failed' });
  // At 0 and 4.5 s; the next would be at 10.5 s.
  expect(tries).toBe(2);
});

test('a person who is back in the phone has lost nothing, as the control plane tells it', async () => {
  const ada = { kind: 'person', id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Ada' } as const;
  screen.seat.enter(3, ada);
  await screen.answer({ type: 'seat', id: 'q', generation: 4, who: null });
  await screen.answer({ type: 'seat', id: 'q', generation: 5, who: ada });
  expect(screen.seat.isLost(3)).toBe(false);
  await screen.answer({ type: 'seat', id: 'q', generation: 6 });
  expect(screen.seat.isLost(3)).toBe(true);
});
