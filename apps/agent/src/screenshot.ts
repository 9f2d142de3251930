// A small picture of a phone without a tenant, for operators. Android gives the whole screen as PNG; it is
// unpacked, scaled down and packed again here, because a host has no picture library and the link no room.
import type { Adb } from '@yume-chan/adb';
import { limited } from './adb/ask-phone.ts';
import { decodePng, encodePng, scaleDown } from './png.ts';

const limitMs = 15_000;
const width = 240;

/** PNG, base64. */
export async function takePicture(adb: Adb): Promise<string> {
  const output = await limited(readAll(adb), limitMs);
  return encodePng(scaleDown(decodePng(output), width)).toString('base64');
}

const maxLength = 32 * 1024 * 1024;

async function readAll(adb: Adb): Promise<Buffer> {
  const socket = await adb.createSocket('exec:screencap -p');
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of socket.readable) {
    length += piece.length;
    if (length > maxLength) throw new Error('the picture is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
