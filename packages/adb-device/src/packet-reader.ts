import { HEADER_BYTES, type PacketHeader, parseHeader, sumBytes } from './packet.ts';

export interface PacketSink {
  /** Receives a complete packet. The payload's pieces are views into the socket's chunks. */
  packet(header: PacketHeader, payload: readonly Buffer[]): void;
  /** The bytes are not adb: the transport must end. */
  broken(reason: string): void;
}

/**
 * Splits the socket's bytes into packets without copying payloads. Holds at most one partial packet, and
 * refuses one longer than `maxPayload` before reading it.
 */
export class PacketReader {
  maxPayload: number;
  verifyChecksum = true;
  private readonly sink: PacketSink;
  private head = Buffer.alloc(0);
  private header: PacketHeader | null = null;
  private pieces: Buffer[] = [];
  private missing = 0;
  private dead = false;

  constructor(sink: PacketSink, maxPayload: number) {
    this.sink = sink;
    this.maxPayload = maxPayload;
  }

  push(input: Buffer): void {
    let chunk = input;
    while (chunk.length > 0 && !this.dead) {
      if (this.header === null) chunk = this.readHeader(chunk);
      else chunk = this.readPayload(chunk);
    }
  }

  private readHeader(chunk: Buffer): Buffer {
    const wanted = HEADER_BYTES - this.head.length;
    const taken = chunk.subarray(0, wanted);
    const bytes = this.head.length === 0 ? taken : Buffer.concat([this.head, taken]);
    const rest = chunk.subarray(taken.length);
    if (bytes.length < HEADER_BYTES) {
      this.head = Buffer.from(bytes);
      return rest;
    }
    this.head = Buffer.alloc(0);
    const header = parseHeader(bytes);
    if (header === null) return this.fail('bad magic');
    if (header.length > this.maxPayload) return this.fail(`payload of ${header.length} bytes is too long`);
    this.header = header;
    this.missing = header.length;
    if (this.missing === 0) this.finish();
    return rest;
  }

  private readPayload(chunk: Buffer): Buffer {
    const piece = chunk.subarray(0, this.missing);
    this.pieces.push(piece);
    this.missing -= piece.length;
    if (this.missing === 0) this.finish();
    return chunk.subarray(piece.length);
  }

  private finish(): void {
    const { header, pieces } = this;
    this.header = null;
    this.pieces = [];
    if (header === null) return;
    if (this.verifyChecksum && header.length > 0) {
      const sum = pieces.reduce((total, piece) => sumBytes(piece, total), 0);
      if (sum !== header.checksum) {
        this.fail('bad checksum');
        return;
      }
    }
    this.sink.packet(header, pieces);
  }

  private fail(reason: string): Buffer {
    this.dead = true;
    this.sink.broken(reason);
    return Buffer.alloc(0);
  }
}
