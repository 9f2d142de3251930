// A part of a file on a files socket, both ways: one binary websocket message is one block. Big-endian.
//
//   0  u8   1
//   1  u64  offset of the first byte in the file
//   9  ...  content, 1 byte to 256 KiB; shorter than 256 KiB only at the file's end
//
// The chain identifies the part of a file that was sent: 32 zero bytes for nothing; after each block the SHA-256 of
// the chain so far and the block's content. Browsers hash no streams, but blocks; so both sides can say
// whether a transfer may go on from an offset without sending the file again.

export const fileBlockHeaderLength = 9;
export const fileBlockLength = 256 * 1024;
export const maxFileBlockMessageLength: number = fileBlockHeaderLength + fileBlockLength;

export interface FileBlock {
  readonly offset: number;
  /** A view into the message, not a copy. */
  readonly content: Uint8Array;
}

export class FileBlockFormatError extends Error {
  override name = 'FileBlockFormatError';
}

const kind = 1;

export function encodeFileBlock(block: FileBlock): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fileBlockHeaderLength + block.content.length);
  writeFileBlockHeader(bytes, block.offset);
  bytes.set(block.content, fileBlockHeaderLength);
  return bytes;
}

/** The header alone, at the beginning of a message whose content stands behind it already. */
export function writeFileBlockHeader(message: Uint8Array, offset: number): void {
  message[0] = kind;
  new DataView(message.buffer, message.byteOffset).setBigUint64(1, BigInt(offset));
}

/** Throws FileBlockFormatError for a message of another kind or length, or an offset no file has. */
export function decodeFileBlock(bytes: Uint8Array): FileBlock {
  if (bytes.length <= fileBlockHeaderLength || bytes.length > maxFileBlockMessageLength) {
    throw new FileBlockFormatError(`file block of ${bytes.length} bytes`);
  }
  if (bytes[0] !== kind) throw new FileBlockFormatError(`file message kind ${bytes[0]}`);
  const offset = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(1);
  if (offset > BigInt(Number.MAX_SAFE_INTEGER)) throw new FileBlockFormatError(`file block at ${offset}`);
  return { offset: Number(offset), content: bytes.subarray(fileBlockHeaderLength) };
}
