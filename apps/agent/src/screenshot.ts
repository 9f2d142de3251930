// A small picture of a phone without a tenant, for operators. Android's screencap gives the whole screen; it is
// scaled down here, because the link to the control plane has no room for more.
import type { Adb } from '@yume-chan/adb';
import { PNG } from 'pngjs';
import { withTimeout } from './timeout.ts';

const timeoutMs = 15_000;
const targetWidth = 240;
const maxSide = 8_192;
const maxLength = 32 * 1024 * 1024;

/** PNG, base64. */
export async function takeScreenshot(adb: Adb): Promise<string> {
  const screenshot = await withTimeout(readScreencap(adb), timeoutMs);
  return scalePng(screenshot, targetWidth).toString('base64');
}

/** Each pixel of the result is the average of the pixels that it replaces. A picture is never enlarged. */
export function scalePng(bytes: Buffer, targetWidth: number): Buffer {
  refuseBombs(bytes);
  const { width, height, data } = PNG.sync.read(bytes);
  const step = Math.max(1, width / targetWidth);
  const scaled = new PNG({ width: Math.floor(width / step), height: Math.max(1, Math.floor(height / step)) });
  for (let at = 0; at < scaled.data.length; at++) {
    const pixel = Math.floor(at / 4);
    const [x, y] = [pixel % scaled.width, Math.floor(pixel / scaled.width)];
    let [sum, count] = [0, 0];
    for (let fromY = Math.floor(y * step); fromY < Math.floor((y + 1) * step); fromY++) {
      for (let fromX = Math.floor(x * step); fromX < Math.floor((x + 1) * step); fromX++) {
        sum += data[(fromY * width + fromX) * 4 + (at % 4)] ?? 0;
        count++;
      }
    }
    scaled.data[at] = Math.round(sum / count);
  }
  return PNG.sync.write(scaled, { colorType: 2 });
}

/** The header (IHDR) says how much the decoder unpacks, and it comes from the phone. Interlaced data has no limit. */
function refuseBombs(bytes: Buffer): void {
  if (bytes.length < 29) throw new Error('the screenshot is not a PNG');
  const isTooLarge = Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) > maxSide;
  if (isTooLarge || bytes[28] !== 0) throw new Error('the screenshot is too large');
}

async function readScreencap(adb: Adb): Promise<Buffer> {
  const socket = await adb.createSocket('exec:screencap -p');
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of socket.readable) {
    length += piece.length;
    if (length > maxLength) throw new Error('the screenshot is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
