// A font out of its WOFF file (W3C, WOFF 1.0): the tables, each deflated, put back behind the header of a plain font.
// The canvas unpacks a packed font anew for each list of fonts that it is part of; the large one must be plain.
import { promisify } from 'node:util';
import { inflate, inflateSync } from 'node:zlib';

const headerLength = 44;
const entryLength = 20;
const plainHeaderLength = 12;
const plainEntryLength = 16;

type Table = { tag: string; checksum: number; length: number; packed: Buffer };

export function unpackWoff(woff: Buffer): Buffer {
  const tables = readTables(woff);
  return assemble(
    woff,
    tables,
    tables.map(({ packed, length }) => (packed.length < length ? inflateSync(packed) : packed)),
  );
}

/** The same beside other work. */
export async function unpackWoffAside(woff: Buffer): Promise<Buffer> {
  const tables = readTables(woff);
  const inflateAside = promisify<Buffer, Buffer>(inflate);
  const contents = tables.map(({ packed, length }) =>
    packed.length < length ? inflateAside(packed) : packed,
  );
  return assemble(woff, tables, await Promise.all(contents));
}

function readTables(woff: Buffer): Table[] {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file');
  return Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const at = headerLength + index * entryLength;
    const offset = woff.readUInt32BE(at + 4);
    return {
      tag: woff.toString('latin1', at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      length: woff.readUInt32BE(at + 12),
      packed: woff.subarray(offset, offset + woff.readUInt32BE(at + 8)),
    };
  });
}

function assemble(woff: Buffer, tables: readonly Table[], contents: readonly Buffer[]): Buffer {
  const log = Math.floor(Math.log2(tables.length));
  const font = Buffer.alloc(woff.readUInt32BE(16));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(tables.length, 4);
  font.writeUInt16BE(2 ** log * plainEntryLength, 6);
  font.writeUInt16BE(log, 8);
  font.writeUInt16BE((tables.length - 2 ** log) * plainEntryLength, 10);
  let end = plainHeaderLength + tables.length * plainEntryLength;
  for (const [index, { tag, checksum, length }] of tables.entries()) {
    const at = plainHeaderLength + index * plainEntryLength;
    font.write(tag, at, 'latin1');
    font.writeUInt32BE(checksum, at + 4);
    font.writeUInt32BE(end, at + 8);
    font.writeUInt32BE(length, at + 12);
    contents[index]?.copy(font, end);
    end += Math.ceil(length / 4) * 4;
  }
  return font;
}
