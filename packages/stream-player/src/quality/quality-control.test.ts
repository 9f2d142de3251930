import type { StreamQuality } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DecoderChoice } from '../decode/decoder-choice.ts';
import { createQualityControl } from './quality-control.ts';
import { createTileSteering } from './tile-steering.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const video = { kind: 'video', key: false, sequence: 0, ptsUs: 0n, payload: new Uint8Array(1) } as const;

/** A quality control whose connection records the requested qualities. */
async function openQuality(
  supportsLean: boolean,
  steering = createTileSteering(),
  wanted: StreamQuality = 'focus',
) {
  const requested: StreamQuality[] = [];
  const connection = {
    supports: (quality: StreamQuality) => quality !== 'lean' || supportsLean,
    requestKeyPacket: () => undefined,
    setQuality: (quality: StreamQuality) => {
      if (requested.at(-1) !== quality) requested.push(quality);
    },
  };
  const choice: DecoderChoice = {
    decoder: Promise.resolve('webcodecs'),
    afterChoice: (startStream) => startStream,
    decodable: (wanted) => wanted,
  };
  const quality = createQualityControl(connection, choice, steering);
  quality.setWanted(wanted);
  await vi.advanceTimersByTimeAsync(0);
  quality.restart(0);
  const skipTwice = () => {
    for (const _ of [1, 2]) quality.onNotice({ type: 'skipped', packets: 5 });
  };
  return {
    requested,
    steering,
    quality,
    skipTwice,
    receiveVideo: () =>
      quality.onPacket({ ...video, relayTimeMs: performance.now() }, 5_000, performance.now()),
    async wait(forMs: number) {
      for (let ms = 0; ms < forMs; ms += 500) {
        await vi.advanceTimersByTimeAsync(500);
        quality.tick(true);
      }
    },
  };
}

it('requests the lean capture where the relay supports it, and reports it once its video arrives', async () => {
  const { requested, quality, skipTwice, receiveVideo } = await openQuality(true);
  receiveVideo();
  skipTwice();
  expect(requested).toEqual(['focus', 'lean']);
  receiveVideo();
  expect(quality.isLean).toBe(false);
  quality.onNotice({ type: 'quality', quality: 'lean' });
  receiveVideo();
  expect(quality.isLean).toBe(true);
});

it('requests no lean capture from a relay that does not support it', async () => {
  const { requested, quality, skipTwice, receiveVideo } = await openQuality(false);
  receiveVideo();
  skipTwice();
  receiveVideo();
  expect(requested).toEqual(['focus']);
  expect(quality.isLean).toBe(false);
});

it('returns to the full capture, after a reconnect too, where the lean one sends no video', async () => {
  const { requested, quality, skipTwice, receiveVideo, wait } = await openQuality(true);
  skipTwice();
  quality.restart(0);
  quality.onNotice({ type: 'quality', quality: 'lean' });
  await wait(10_000);
  expect(requested).toEqual(['focus', 'lean', 'focus']);
  quality.onNotice({ type: 'quality', quality: 'focus' });
  receiveVideo();
  skipTwice();
  await wait(60_000);
  expect(requested).toHaveLength(3);
});

const report = {
  periodMs: 1_000,
  drawn: 15,
  dropped: 0,
  decodeMs: 5,
  drawMs: 1,
  delayMs: 10,
  lateMs: 5,
  tooLate: 0,
  lastDrawnAtMs: 0,
} as const;

it('requests a tile as large as it is shown', async () => {
  const { requested, quality } = await openQuality(true);
  quality.setWanted('tile');
  quality.setShownSize({ width: 129, height: 286 });
  quality.setShownSize({ width: 258, height: 572 });
  expect(requested).toEqual(['focus', 'tile', 'tile_small', 'tile']);
});

it('requests fewer frames of a tile once the page is late, and tells the page’s other tiles', async () => {
  const { requested, steering, quality, wait } = await openQuality(true);
  quality.setWanted('tile');
  quality.setShownSize({ width: 129, height: 286 });
  for (let second = 0; second < 4; second += 1) {
    await wait(1_000);
    quality.onReport({ ...report, lateMs: 180 });
  }
  await wait(1_000);
  expect(steering.step).toBe(1);
  expect(requested.at(-1)).toBe('tile_slow');
});

it('is late as well where packets are skipped as too late', async () => {
  const { steering, quality, wait } = await openQuality(true);
  quality.setWanted('tile');
  for (let second = 0; second < 4; second += 1) {
    await wait(1_000);
    quality.onReport({ ...report, tooLate: 3 });
  }
  expect(steering.step).toBe(1);
});

it('is not late where few frames a second are as late as their interval makes them', async () => {
  const { steering, quality, wait } = await openQuality(true, createTileSteering(), 'tile');
  quality.onNotice({ type: 'quality', quality: 'tile_slow' });
  for (let second = 0; second < 20; second += 1) {
    await wait(1_000);
    quality.onReport({ ...report, lateMs: 150 });
  }
  expect(steering.step).toBe(0);
});

it('evaluates the tiles of one page by one clock, whenever their frames were loaded', async () => {
  const steering = createTileSteering();
  const startedMs = Date.now();
  /** Runs in a frame that was loaded this long after the page: its `performance` counts from there. */
  const inFrame = <Result>(afterMs: number, run: () => Result): Result => {
    const timeOrigin = startedMs + afterMs;
    vi.stubGlobal('performance', { timeOrigin, now: () => Date.now() - timeOrigin });
    return run();
  };
  await vi.advanceTimersByTimeAsync(600_000);
  await inFrame(0, () => openQuality(true, steering, 'tile'));
  const { quality } = await inFrame(600_000, () => openQuality(true, steering, 'tile'));
  await inFrame(0, () => openQuality(true, steering, 'tile'));
  for (let second = 0; second < 8; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    inFrame(600_000, () => quality.onReport({ ...report, lateMs: 180 }));
  }
  vi.unstubAllGlobals();
  expect(steering.step).toBe(1);
});

it('returns to the large tile where the small one sends no video', async () => {
  const { requested, quality, wait } = await openQuality(true);
  quality.setWanted('tile');
  quality.restart(0);
  quality.setShownSize({ width: 129, height: 286 });
  quality.onNotice({ type: 'quality', quality: 'tile_small' });
  await wait(25_000);
  expect(requested.at(-1)).toBe('tile');
});
