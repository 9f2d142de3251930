// Numbers as adb and Android's files write them: little-endian.

export function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, at * 2);
  return bytes;
}

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, at * 4);
  return bytes;
}

/** Whole numbers; negative ones as their two's complement. Inode numbers of some file systems need all 64 bits. */
export function u64(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 8);
  for (const [at, value] of values.entries())
    bytes.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), at * 8);
  return bytes;
}
