// Skips packets at random, as a relay does for a slow viewer. Each drawn frame must be, pixel for pixel, a frame that the
// encoder was given: nothing torn, smeared or half old is ever shown.
import { join } from 'node:path';
import { createH264Encoder } from '@pocketfleet/scrcpy-server';
import { codecs, encodePacket, encodeVideoConfig } from '@pocketfleet/stream-protocol';
import type { Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltPage, openBuiltPage, seededRandom, waitForState } from './browser-page.ts';
import { startTestRelay, type TestRelay } from './test-relay.ts';

declare const player: { readonly state: { readonly name: string } };
type Seen = { seen: string[] };

/** The number of lost packets; `npm run proof -- drops` loses a thousand. */
const losses = Number(process.env['PROOF_SIZE'] ?? 20);
const size = { width: 160, height: 320 };
const square = 32;
let built: BuiltPage;
let relay: TestRelay;
let page: Page;
let worker: Worker;
let random: () => number;

beforeAll(async () => {
  random = seededRandom(Number(process.env['PROOF_SEED'] ?? 11));
  built = await openBuiltPage(join(import.meta.dirname, 'page'), 'player.html');
  relay = await startTestRelay(built.dist);
  page = await built.browser.newPage({ viewport: { width: 320, height: 640 } });
  const starting = page.waitForEvent('worker');
  await page.goto(`${relay.origin}/player.html`);
  worker = await starting;
  await waitForState(page, 'live');
  await worker.evaluate(recordDrawnFrames);
  await page.evaluate(decodeEverything, size);
});
afterAll(async () => {
  await relay?.stop();
  await built?.close();
});

it(
  `after ${losses} lost packets only whole frames were drawn`,
  async () => {
    const encoder = createH264Encoder({ ...size, bitsPerSecond: 1_500_000, framesPerSecond: 30 });
    let [lost, number, isSkipping, wantsKey] = [0, 0, false, true];
    while (lost < losses || isSkipping) {
      number += 1;
      const ptsUs = number * 33_333;
      const { data, key, config } = await encoder.encode(drawFrame(number), ptsUs, wantsKey);
      wantsKey = false;
      const payload = config === undefined ? undefined : configOf(config);
      await page.evaluate(feedReference, {
        key,
        base64: Buffer.concat([config ?? new Uint8Array(), data]).toString('base64'),
      });
      // A relay that has skipped a packet skips up to the next key packet, which it requests.
      isSkipping = !key && (isSkipping || random() < 0.3);
      if (isSkipping) {
        lost += 1;
        wantsKey = random() < 0.5 || lost >= losses;
        continue;
      }
      const sequence = number;
      if (payload !== undefined) {
        relay.sendRaw(encodePacket({ kind: 'video_config', key: false, sequence, ptsUs: 0n, payload }));
      }
      relay.sendRaw(encodePacket({ kind: 'video', key, sequence, ptsUs: BigInt(ptsUs), payload: data }));
    }
    encoder.close();

    const made = await page.evaluate(finishReference);
    expect(made).toHaveLength(number);
    const last = made.at(-1);
    const drawn = () => worker.evaluate(() => (globalThis as unknown as Seen).seen);
    await expect.poll(async () => (await drawn()).at(-1), { timeout: 60_000 }).toBe(last);
    const shown = await drawn();
    expect(shown.filter((frame) => !made.includes(frame))).toEqual([]);
    // The frames differ, and many were drawn; otherwise this test would prove nothing.
    expect(new Set(made).size).toBe(made.length);
    expect(new Set(shown).size).toBeGreaterThan(losses / 2);
    expect(await page.evaluate(() => player.state.name)).toBe('live');
    console.log(`${number} frames made, ${lost} packets lost, ${shown.length} frames drawn, all whole`);
  },
  60_000 + losses * 600,
);

/** Stripes that move and a square that jumps: an error in one frame stays visible in the following ones. */
function drawFrame(number: number): Uint8Array {
  const pixels = new Uint8Array(size.width * size.height * 4).fill(255);
  const left = Math.floor(random() * (size.width - square));
  const top = Math.floor(random() * (size.height - square));
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const at = (y * size.width + x) * 4;
      const isInSquare = x >= left && x < left + square && y >= top && y < top + square;
      pixels[at] = isInSquare ? 255 : (x + number * 5) & 255;
      pixels[at + 1] = isInSquare ? (number * 37) & 255 : (y * 2 + number * 3) & 255;
      pixels[at + 2] = (((x >> 4) ^ (y >> 4)) * 16 + number) & 255;
    }
  }
  return pixels;
}

function configOf(parameterSets: Uint8Array): Uint8Array {
  return encodeVideoConfig({ codec: codecs.h264, ...size, parameterSets });
}

/** Runs in the player's worker: keeps a hash of the canvas after each frame. */
function recordDrawnFrames(): void {
  const seen: string[] = [];
  Object.assign(globalThis, { seen });
  const context = OffscreenCanvasRenderingContext2D.prototype;
  const draw = context.drawImage as (this: OffscreenCanvasRenderingContext2D, ...args: unknown[]) => void;
  context.drawImage = function (this: OffscreenCanvasRenderingContext2D, ...args: unknown[]) {
    draw.apply(this, args);
    const { width, height } = this.canvas;
    const pixels = new Uint32Array(this.getImageData(0, 0, width, height).data.buffer);
    // FNV-1a over whole pixels: fast, and two different frames don't have the same hash by chance.
    let [low, high] = [0x811c9dc5, 0x1b873593];
    for (const pixel of pixels) {
      low = Math.imul(low ^ pixel, 0x01000193);
      high = Math.imul(high + pixel, 0x85ebca6b) ^ (high >>> 13);
    }
    seen.push(`${width}x${height} ${low >>> 0} ${high >>> 0}`);
  } as typeof context.drawImage;
}

/** Runs in the page: a second decoder that receives every packet, so that its output shows each encoded frame. */
function decodeEverything({ width, height }: { width: number; height: number }): void {
  const made: string[] = [];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  const decoder = new VideoDecoder({
    output: (frame) => {
      context?.drawImage(frame, 0, 0, width, height);
      frame.close();
      const data = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      let [low, high] = [0x811c9dc5, 0x1b873593];
      for (const pixel of new Uint32Array(data.buffer)) {
        low = Math.imul(low ^ pixel, 0x01000193);
        high = Math.imul(high + pixel, 0x85ebca6b) ^ (high >>> 13);
      }
      made.push(`${width}x${height} ${low >>> 0} ${high >>> 0}`);
    },
    error: (error) => made.push(String(error)),
  });
  decoder.configure({ codec: 'avc1.42e01f', optimizeForLatency: true });
  Object.assign(window, { reference: { decoder, made } });
}

type Reference = { reference: { decoder: VideoDecoder; made: string[] } };

function feedReference({ key, base64 }: { key: boolean; base64: string }): void {
  const { decoder, made } = (window as unknown as Reference).reference;
  const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const timestamp = made.length + decoder.decodeQueueSize;
  decoder.decode(new EncodedVideoChunk({ type: key ? 'key' : 'delta', timestamp, data }));
}

async function finishReference(): Promise<string[]> {
  const { decoder, made } = (window as unknown as Reference).reference;
  await decoder.flush();
  return made;
}
