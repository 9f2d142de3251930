// The phone's screen as a JPEG that fits into a conversation: at most 1,280 pixels on its longer side and 200 KB.
import { Transformer } from '@napi-rs/image';
import { AppError } from '../platform/app-error.ts';
import type { OpenService } from './phone-services.ts';

const maxSide = 1_280;
const maxJpegBytes = 200 * 1024;
const maxPngSide = 8_192;
const maxPngBytes = 32 * 1024 * 1024;
const timeoutMs = 15_000;
const qualities = [75, 60, 45, 30];

export async function takePicture(open: OpenService): Promise<Uint8Array> {
  const png = await readScreencap(open);
  try {
    const { width, height } = await new Transformer(png).metadata();
    // The header comes from the phone, and says how much the decoder unpacks.
    if (Math.max(width, height) > maxPngSide) throw new Error('the picture is too large');
    const scale = Math.min(1, maxSide / Math.max(width, height));
    for (const quality of qualities) {
      const jpeg = await new Transformer(png)
        .resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
        .jpeg(quality);
      if (jpeg.length <= maxJpegBytes || quality === qualities.at(-1)) return jpeg;
    }
  } catch (cause) {
    throw new AppError('device_failed', { detail: 'The phone gave no picture of its screen.', cause });
  }
  throw new AppError('device_failed');
}

async function readScreencap(open: OpenService): Promise<Buffer> {
  const stream = await open('exec:screencap -p');
  const timer = setTimeout(() => stream.close(), timeoutMs);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (let piece = await stream.read(); piece !== null; piece = await stream.read()) {
      bytes += piece.length;
      if (bytes > maxPngBytes) throw new AppError('device_failed', { detail: 'The picture is too large.' });
      pieces.push(piece);
    }
  } finally {
    clearTimeout(timer);
    stream.close();
  }
  return Buffer.concat(pieces);
}
