import { BadResource, ChunkType, chunksIn, type ResValue, StringPool, ValueType } from './res-chunk.ts';

interface XmlAttribute {
  readonly name: string;
  /** The attribute's number in the framework (0x0101....). It identifies the attribute if the name was stripped. */
  readonly resourceId: number | undefined;
  readonly value: ResValue;
  /** Undefined for a value that is not a string. */
  readonly text: string | undefined;
}

export interface XmlElement {
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlElement[];
}

const MAX_ELEMENTS = 50_000;
const MAX_DEPTH = 100;

/** Reads a compiled XML file, such as an APK's manifest. Throws BadResource. */
export function parseBinaryXml(bytes: Buffer): XmlElement {
  try {
    return parse(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new BadResource('truncated');
    throw error;
  }
}

function parse(bytes: Buffer): XmlElement {
  if (bytes.length < 8 || bytes.readUInt16LE(0) !== ChunkType.xml) throw new BadResource('not compiled XML');
  let pool: StringPool | undefined;
  let resourceIds: number[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  const open: XmlElement[] = [];
  for (const chunk of chunksIn(bytes, bytes.readUInt16LE(2))) {
    if (chunk.type === ChunkType.stringPool) pool = new StringPool(chunk);
    else if (chunk.type === ChunkType.xmlResourceMap) {
      const length = (chunk.bytes.length - chunk.headerSize) >> 2;
      resourceIds = Array.from({ length }, (_, at) => chunk.bytes.readUInt32LE(chunk.headerSize + at * 4));
    } else if (chunk.type === ChunkType.xmlStartElement) {
      count += 1;
      if (pool === undefined || count > MAX_ELEMENTS || open.length >= MAX_DEPTH)
        throw new BadResource('bad XML');
      const element = readElement(chunk.bytes, chunk.headerSize, pool, resourceIds);
      open.at(-1)?.children.push(element);
      root ??= element;
      open.push(element);
    } else if (chunk.type === ChunkType.xmlEndElement) {
      open.pop();
    }
  }
  if (root === undefined) throw new BadResource('no element');
  return root;
}

function readElement(
  bytes: Buffer,
  headerSize: number,
  pool: StringPool,
  resourceIds: readonly number[],
): XmlElement {
  const name = pool.get(bytes.readUInt32LE(headerSize + 4)) ?? '';
  const start = headerSize + bytes.readUInt16LE(headerSize + 8);
  const size = bytes.readUInt16LE(headerSize + 10);
  const count = bytes.readUInt16LE(headerSize + 12);
  const attributes: XmlAttribute[] = [];
  for (let index = 0; index < count; index++) {
    const at = start + index * size;
    const nameIndex = bytes.readUInt32LE(at + 4);
    const value = { type: bytes.readUInt8(at + 15), data: bytes.readUInt32LE(at + 16) };
    attributes.push({
      name: pool.get(nameIndex) ?? '',
      resourceId: resourceIds[nameIndex],
      value,
      text: value.type === ValueType.string ? pool.get(value.data) : undefined,
    });
  }
  return { name, attributes, children: [] };
}
