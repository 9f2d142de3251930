import {
  BadResource,
  type Chunk,
  ChunkType,
  chunksIn,
  type ResValue,
  StringPool,
  ValueType,
} from './res-chunk.ts';

/** One value of a resource, with the configuration that it is for. */
export interface Candidate {
  readonly text: string;
  /** Empty for the default language. */
  readonly language: string;
  readonly density: number;
}

const MAX_REFERENCES = 8;

/** Looks up strings and file paths in a `resources.arsc`. Throws BadResource. */
export class ResourceTable {
  private readonly pool: StringPool;
  /** Chunks of one package and type, by the upper half of a resource's number. */
  private readonly types = new Map<number, Chunk[]>();

  constructor(bytes: Buffer) {
    if (bytes.length < 12 || bytes.readUInt16LE(0) !== ChunkType.table)
      throw new BadResource('not a resource table');
    let pool: StringPool | undefined;
    for (const chunk of chunksIn(bytes, bytes.readUInt16LE(2))) {
      if (chunk.type === ChunkType.stringPool) pool ??= new StringPool(chunk);
      else if (chunk.type === ChunkType.tablePackage) this.addPackage(chunk);
    }
    if (pool === undefined) throw new BadResource('no strings');
    this.pool = pool;
  }

  /** All texts that a resource can have; references are followed. */
  candidates(resourceId: number, depth = 0): Candidate[] {
    const found: Candidate[] = [];
    for (const chunk of this.types.get(resourceId >>> 16) ?? []) {
      const value = readEntry(chunk, resourceId & 0xffff);
      if (value === undefined) continue;
      if (value.type === ValueType.string) {
        const text = this.pool.get(value.data);
        if (text !== undefined) found.push({ text, ...configOf(chunk) });
      } else if (value.type === ValueType.reference && depth < MAX_REFERENCES) {
        found.push(...this.candidates(value.data, depth + 1));
      }
    }
    return found;
  }

  private addPackage(chunk: Chunk): void {
    const packageId = chunk.bytes.readUInt32LE(8);
    for (const part of chunksIn(chunk.bytes, chunk.headerSize)) {
      if (part.type !== ChunkType.tableType) continue;
      const key = (packageId << 8) | part.bytes.readUInt8(8);
      this.types.set(key, [...(this.types.get(key) ?? []), part]);
    }
  }
}

const FLAG_SPARSE = 1;
const FLAG_OFFSET16 = 2;
const ENTRY_COMPLEX = 1;
const ENTRY_COMPACT = 8;

function readEntry({ bytes, headerSize }: Chunk, index: number): ResValue | undefined {
  const start = bytes.readUInt32LE(16);
  const offset = entryOffset(bytes, headerSize, index);
  if (offset === undefined) return undefined;
  const at = start + offset;
  const flags = bytes.readUInt16LE(at + 2);
  if ((flags & ENTRY_COMPACT) !== 0) return { type: flags >> 8, data: bytes.readUInt32LE(at + 4) };
  if ((flags & ENTRY_COMPLEX) !== 0) return undefined;
  const value = at + bytes.readUInt16LE(at);
  return { type: bytes.readUInt8(value + 3), data: bytes.readUInt32LE(value + 4) };
}

function entryOffset(bytes: Buffer, headerSize: number, index: number): number | undefined {
  const flags = bytes.readUInt8(9);
  const count = bytes.readUInt32LE(12);
  if ((flags & FLAG_SPARSE) !== 0) {
    for (let at = 0; at < count; at++) {
      const entry = headerSize + at * 4;
      if (bytes.readUInt16LE(entry) === index) return bytes.readUInt16LE(entry + 2) * 4;
    }
    return undefined;
  }
  if (index >= count) return undefined;
  if ((flags & FLAG_OFFSET16) !== 0) {
    const offset = bytes.readUInt16LE(headerSize + index * 2);
    return offset === 0xffff ? undefined : offset * 4;
  }
  const offset = bytes.readUInt32LE(headerSize + index * 4);
  return offset === 0xffffffff ? undefined : offset;
}

/** Language and density of a type chunk's configuration, which begins at byte 20. */
function configOf({ bytes }: Chunk): { language: string; density: number } {
  const first = bytes.readUInt8(28);
  const language =
    first === 0 || first >= 0x80 ? (first === 0 ? '' : 'xx') : bytes.toString('latin1', 28, 30);
  return { language, density: bytes.readUInt16LE(34) };
}
