import { createCanvas } from '@napi-rs/canvas';
import { afterEach, expect, test } from 'vitest';
import { createH264Encoder, type H264Encoder } from './h264-encoder.ts';

const size = { width: 320, height: 640 };
let encoder: H264Encoder | undefined;

afterEach(() => encoder?.close());

function picture(hue: number): Buffer {
  const canvas = createCanvas(size.width, size.height);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = `hsl(${hue} 80% 50%)`;
  ctx.fillRect(0, 0, size.width, size.height);
  return canvas.data();
}

const nalType = (bytes: Uint8Array) => (bytes[bytes[2] === 1 ? 3 : 4] ?? 0) & 0x1f;

test('the first picture is a key frame with separate parameter sets, the second a delta frame', async () => {
  encoder = createH264Encoder({ ...size, bitsPerSecond: 1_000_000, framesPerSecond: 30 });
  const first = await encoder.encode(picture(0), 0, false);
  expect(first.key).toBe(true);
  expect(first.config && nalType(first.config)).toBe(7);
  expect(nalType(first.data)).toBe(5);
  const second = await encoder.encode(picture(10), 33_333, false);
  expect(second).toMatchObject({ key: false, config: undefined });
});

test('a key frame is encoded on request', async () => {
  encoder = createH264Encoder({ ...size, bitsPerSecond: 1_000_000, framesPerSecond: 30 });
  for (let i = 0; i < 3; i++) await encoder.encode(picture(i), i * 33_333, false);
  expect((await encoder.encode(picture(4), 200_000, true)).key).toBe(true);
});

test('the last picture is repeated without its pixels, until its memory is freed', async () => {
  encoder = createH264Encoder({ ...size, bitsPerSecond: 1_000_000, framesPerSecond: 30 });
  await expect(encoder.repeat(0, false)).rejects.toThrow('no picture');
  await encoder.encode(picture(0), 0, false);
  const changed = await encoder.encode(picture(120), 33_333, false);
  const repeated = await encoder.repeat(133_333, false);
  expect(repeated).toMatchObject({ key: false, config: undefined });
  // Nothing has changed, so there is next to nothing to say.
  expect(repeated.data.length).toBeLessThan(changed.data.length / 2);
  await encoder.repeat(233_333, true);
  await expect(encoder.repeat(333_333, false)).rejects.toThrow('no picture');
});

test('a second picture is refused while one is pending', async () => {
  encoder = createH264Encoder({ ...size, bitsPerSecond: 1_000_000, framesPerSecond: 30 });
  const first = encoder.encode(picture(0), 0, false);
  await expect(encoder.encode(picture(1), 1, false)).rejects.toThrow('still being encoded');
  await first;
});

test('the pixels are transferred, so that their memory is reused', async () => {
  encoder = createH264Encoder({ ...size, bitsPerSecond: 1_000_000, framesPerSecond: 30 });
  const pixels = picture(0);
  await encoder.encode(pixels, 0, false);
  expect(pixels.byteLength).toBe(0);
});

test('closing rejects the pending picture', async () => {
  encoder = createH264Encoder({ ...size, bitsPerSecond: 1_000_000, framesPerSecond: 30 });
  const outstanding = encoder.encode(picture(0), 0, false);
  encoder.close();
  await expect(outstanding).rejects.toThrow('closed');
});
