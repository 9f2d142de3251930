// As much of PNG (ISO/IEC 15948) as Android's screencap writes: 8 bits, RGB or RGBA, not interlaced. Pure.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes for each pixel. */
  readonly rgb: Buffer;
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const maxSide = 8_192;

/** Throws for anything that is not such a PNG. */
export function decodePng(bytes: Buffer): Picture {
  if (!bytes.subarray(0, 8).equals(signature)) throw new Error('not a PNG');
  const data: Buffer[] = [];
  let head: Buffer | undefined;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const kind = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') head = content;
    if (kind === 'IDAT') data.push(content);
    at += 12 + length;
  }
  if (head === undefined || head.length < 13) throw new Error('a PNG without its head');
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const channels = head[9] === 6 ? 4 : head[9] === 2 ? 3 : 0;
  const isReadable = head[8] === 8 && channels > 0 && head[12] === 0;
  if (!isReadable || width < 1 || height < 1 || Math.max(width, height) > maxSide) {
    throw new Error('a PNG of another kind');
  }
  const lines = inflateSync(Buffer.concat(data), { maxOutputLength: height * (width * channels + 1) });
  if (lines.length !== height * (width * channels + 1)) throw new Error('a PNG that is cut off');
  return { width, height, rgb: withoutFilters(lines, width, height, channels) };
}

/** The average of the pixels that become one. Never larger than it was. */
export function scaleDown({ width, height, rgb }: Picture, wantedWidth: number): Picture {
  const step = Math.max(1, width / wantedWidth);
  const small = { width: Math.floor(width / step), height: Math.max(1, Math.floor(height / step)) };
  const result = Buffer.alloc(small.width * small.height * 3);
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      const sums = [0, 0, 0];
      let count = 0;
      for (let fromY = Math.floor(y * step); fromY < Math.floor((y + 1) * step); fromY++) {
        for (let fromX = Math.floor(x * step); fromX < Math.floor((x + 1) * step); fromX++) {
          const at = (fromY * width + fromX) * 3;
          for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + (rgb[at + c] ?? 0);
          count++;
        }
      }
      for (let c = 0; c < 3; c++) result[(y * small.width + x) * 3 + c] = Math.round((sums[c] ?? 0) / count);
    }
  }
  return { ...small, rgb: result };
}

export function encodePng({ width, height, rgb }: Picture): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  head[9] = 2;
  const lines = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y++)
    rgb.copy(lines, y * (width * 3 + 1) + 1, y * width * 3, (y + 1) * width * 3);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), chunk('IEND')]);
}

function chunk(kind: string, content: Uint8Array = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(content.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** Each line begins with the kind of its filter: none, left, up, average, Paeth. */
function withoutFilters(lines: Buffer, width: number, height: number, channels: number): Buffer {
  const stride = width * channels;
  const rgb = Buffer.alloc(width * height * 3);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (stride + 1)] ?? 0;
    const line = new Uint8Array(lines.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    for (let at = 0; at < stride; at++) {
      const left = at < channels ? 0 : (line[at - channels] ?? 0);
      const corner = at < channels ? 0 : (above[at - channels] ?? 0);
      line[at] = (line[at] ?? 0) + predicted(filter, left, above[at] ?? 0, corner);
    }
    for (let x = 0; x < width; x++)
      rgb.set(line.subarray(x * channels, x * channels + 3), (y * width + x) * 3);
    above = line;
  }
  return rgb;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) throw new Error('a PNG with an unknown filter');
  const [toLeft, toUp] = [Math.abs(up - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
