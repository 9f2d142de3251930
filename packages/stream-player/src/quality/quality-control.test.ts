import type { StreamQuality } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DecoderChoice } from '../decode/decoder-choice.ts';
import { createFittedQuality } from './quality-control.ts';
import { createTilePace } from './tile-pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createPace = () => createTilePace({ cores: 2, countTiles: () => 1 });
const picture = { kind: 'video', key: false, sequence: 0, ptsUs: 0n, payload: new Uint8Array(1) } as const;

/** What a player asks for, whose relay knows so much and skips what it can't bring. */
async function openQuality(knowsLean: boolean, pace = createPace(), wanted: StreamQuality = 'focus') {
  const asked: StreamQuality[] = [];
  const connection = {
    knows: (quality: StreamQuality) => quality !== 'lean' || knowsLean,
    wantKeyPacket: () => undefined,
    setQuality: (quality: StreamQuality) => {
      if (asked.at(-1) !== quality) asked.push(quality);
    },
  };
  const choice: DecoderChoice = {
    decoder: Promise.resolve('webcodecs'),
    afterChoice: (startStream) => startStream,
    fitting: (wanted) => wanted,
  };
  const quality = createFittedQuality(connection, choice, pace);
  quality.want(wanted);
  await vi.advanceTimersByTimeAsync(0);
  quality.begin(0);
  const skipTwice = () => {
    for (const _ of [1, 2]) quality.hear({ type: 'skipped', packets: 5 });
  };
  return {
    asked,
    pace,
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

const report = {
  periodMs: 1_000,
  decoded: 15,
  drawn: 15,
  dropped: 0,
  decodeMs: 5,
  drawMs: 1,
  delayMs: 10,
  lateMs: 5,
  tooLate: 0,
  lastDrawnAtMs: 0,
} as const;

it('asks for a tile as large as it is shown', async () => {
  const { asked, quality } = await openQuality(true);
  quality.want('tile');
  quality.setShownSize({ width: 129, height: 286 });
  quality.setShownSize({ width: 258, height: 572 });
  expect(asked).toEqual(['focus', 'tile', 'tile_small', 'tile']);
});

it('asks for fewer pictures of a tile once the page is behind, and says so to the page’s other tiles', async () => {
  const { asked, pace, quality, wait } = await openQuality(true);
  quality.want('tile');
  quality.setShownSize({ width: 129, height: 286 });
  for (let second = 0; second < 4; second += 1) {
    await wait(1_000);
    quality.takeReport({ ...report, lateMs: 180 });
  }
  await wait(1_000);
  expect(pace.step).toBe(1);
  expect(asked.at(-1)).toBe('tile_slow');
});

it('is behind, too, where pictures are left out because they are late', async () => {
  const { pace, quality, wait } = await openQuality(true);
  quality.want('tile');
  for (let second = 0; second < 4; second += 1) {
    await wait(1_000);
    quality.takeReport({ ...report, tooLate: 3 });
  }
  expect(pace.step).toBe(1);
});

it('is not behind where few pictures a second come as late as their interval makes them', async () => {
  const { pace, quality, wait } = await openQuality(true, createPace(), 'tile');
  quality.hear({ type: 'quality', quality: 'tile_slow' });
  for (let second = 0; second < 20; second += 1) {
    await wait(1_000);
    quality.takeReport({ ...report, lateMs: 150 });
  }
  expect(pace.step).toBe(0);
});

it('judges the tiles of one page by one clock, whenever their frames began', async () => {
  const pace = createPace();
  const beganMs = Date.now();
  /** In a frame that began so long after the page, whose `performance` counts from there. */
  const inFrame = <Result>(afterMs: number, run: () => Result): Result => {
    const timeOrigin = beganMs + afterMs;
    vi.stubGlobal('performance', { timeOrigin, now: () => Date.now() - timeOrigin });
    return run();
  };
  await vi.advanceTimersByTimeAsync(600_000);
  await inFrame(0, () => openQuality(true, pace, 'tile'));
  const { quality } = await inFrame(600_000, () => openQuality(true, pace, 'tile'));
  await inFrame(0, () => openQuality(true, pace, 'tile'));
  for (let second = 0; second < 8; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    inFrame(600_000, () => quality.takeReport({ ...report, lateMs: 180 }));
  }
  vi.unstubAllGlobals();
  expect(pace.step).toBe(1);
});

it('has the large tile again where no small one comes', async () => {
  const { asked, quality, wait } = await openQuality(true);
  quality.want('tile');
  quality.begin(0);
  quality.setShownSize({ width: 129, height: 286 });
  quality.hear({ type: 'quality', quality: 'tile_small' });
  await wait(25_000);
  expect(asked.at(-1)).toBe('tile');
});
