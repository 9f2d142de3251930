import type { StreamQuality } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFittedQuality } from './fitted-quality.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const picture = { kind: 'video', key: false, sequence: 0, ptsUs: 0n, payload: new Uint8Array(1) } as const;

/** What a player asks for, whose relay knows so much and skips what it can't bring. */
async function openQuality(knowsLean: boolean) {
  const asked: StreamQuality[] = [];
  const connection = {
    knowsLean,
    wantKeyPacket: () => undefined,
    setQuality: (quality: StreamQuality) => {
      if (asked.at(-1) !== quality) asked.push(quality);
    },
  };
  const quality = createFittedQuality(connection, {
    decoder: Promise.resolve('webcodecs'),
    afterChoice: (startStream) => startStream,
    fitting: (wanted) => wanted,
  });
  await vi.advanceTimersByTimeAsync(0);
  quality.begin(0);
  const skipTwice = () => {
    for (const _ of [1, 2]) quality.hear({ type: 'skipped', packets: 5 });
  };
  return {
    asked,
    quality,
    skipTwice,
    see: () => quality.takePacket({ ...picture, relayTimeMs: performance.now() }, 5_000),
    async wait(forMs: number) {
      for (let ms = 0; ms < forMs; ms += 500) {
        await vi.advanceTimersByTimeAsync(500);
        quality.tick(true);
      }
    },
  };
}

it('asks for the lean capture where the relay names it, and says so when its picture is there', async () => {
  const { asked, quality, skipTwice, see } = await openQuality(true);
  see();
  skipTwice();
  expect(asked).toEqual(['focus', 'lean']);
  see();
  expect(quality.isLean).toBe(false);
  quality.hear({ type: 'quality', quality: 'lean' });
  see();
  expect(quality.isLean).toBe(true);
});

it('never asks a relay for it that does not name it', async () => {
  const { asked, quality, skipTwice, see } = await openQuality(false);
  see();
  skipTwice();
  see();
  expect(asked).toEqual(['focus']);
  expect(quality.isLean).toBe(false);
});

it('has the full picture again, after a reconnect too, where no lean one comes', async () => {
  const { asked, quality, skipTwice, see, wait } = await openQuality(true);
  skipTwice();
  quality.begin(0);
  quality.hear({ type: 'quality', quality: 'lean' });
  await wait(10_000);
  expect(asked).toEqual(['focus', 'lean', 'focus']);
  quality.hear({ type: 'quality', quality: 'focus' });
  see();
  skipTwice();
  await wait(60_000);
  expect(asked).toHaveLength(3);
});
