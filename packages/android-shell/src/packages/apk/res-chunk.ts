// Chunks of Android's compiled resources (AOSP libs/androidfw/include/androidfw/ResourceTypes.h).

export const ChunkType = {
  stringPool: 0x0001,
  table: 0x0002,
  xml: 0x0003,
  xmlStartElement: 0x0102,
  xmlEndElement: 0x0103,
  xmlResourceMap: 0x0180,
  tablePackage: 0x0200,
  tableType: 0x0201,
} as const;

export const ValueType = {
  reference: 0x01,
  string: 0x03,
  intDec: 0x10,
} as const;

/** The bytes don't follow the format. */
export class BadResource extends Error {}

export interface Chunk {
  readonly type: number;
  readonly headerSize: number;
  /** The whole chunk, its header included. */
  readonly bytes: Buffer;
}

export interface ResValue {
  readonly type: number;
  readonly data: number;
}

/** The consecutive chunks from `start` on. */
export function* chunksIn(bytes: Buffer, start: number): Generator<Chunk> {
  for (let offset = start; offset + 8 <= bytes.length; ) {
    const type = bytes.readUInt16LE(offset);
    const headerSize = bytes.readUInt16LE(offset + 2);
    const size = bytes.readUInt32LE(offset + 4);
    if (size < 8 || headerSize < 8 || headerSize > size || offset + size > bytes.length)
      throw new BadResource('bad chunk');
    yield { type, headerSize, bytes: bytes.subarray(offset, offset + size) };
    offset += size;
  }
}

/** Decodes strings on demand, because a table may hold a hundred thousand. */
export class StringPool {
  private readonly chunk: Chunk;
  readonly count: number;
  private readonly isUtf8: boolean;
  private readonly start: number;

  constructor(chunk: Chunk) {
    if (chunk.headerSize < 28) throw new BadResource('bad string pool');
    this.chunk = chunk;
    this.count = chunk.bytes.readUInt32LE(8);
    this.isUtf8 = (chunk.bytes.readUInt32LE(16) & 0x100) !== 0;
    this.start = chunk.bytes.readUInt32LE(20);
    if (chunk.headerSize + this.count * 4 > chunk.bytes.length) throw new BadResource('bad string pool');
  }

  get(index: number): string | undefined {
    if (index < 0 || index >= this.count) return undefined;
    const { bytes, headerSize } = this.chunk;
    let at = this.start + bytes.readUInt32LE(headerSize + index * 4);
    if (this.isUtf8) {
      // Two lengths, in characters and in bytes; the high bit says that a second byte follows.
      at += ((bytes[at] ?? 0) & 0x80) === 0 ? 1 : 2;
      const first = bytes[at] ?? 0;
      const length = (first & 0x80) === 0 ? first : ((first & 0x7f) << 8) | (bytes[at + 1] ?? 0);
      at += (first & 0x80) === 0 ? 1 : 2;
      return bytes.toString('utf8', at, at + length);
    }
    if (at + 2 > bytes.length) throw new BadResource('bad string');
    let length = bytes.readUInt16LE(at);
    at += 2;
    if ((length & 0x8000) !== 0) {
      length = ((length & 0x7fff) << 16) | bytes.readUInt16LE(at);
      at += 2;
    }
    return bytes.toString('utf16le', at, at + length * 2);
  }
}
