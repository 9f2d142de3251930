/** The stream ended before the expected bytes had arrived. */
export class UnexpectedEnd extends Error {
  constructor() {
    super('stream ended early');
  }
}

/** Reads exact amounts from a source of pieces. `source` returns null at the end. */
export class ByteReader {
  private readonly source: () => Promise<Buffer | null>;
  private current: Buffer = Buffer.alloc(0);

  constructor(source: () => Promise<Buffer | null>) {
    this.source = source;
  }

  /** Exactly `length` bytes, which are held in memory: the caller must limit the length. */
  async exactly(length: number): Promise<Buffer> {
    if (this.current.length >= length) return this.cut(length);
    const pieces: Buffer[] = [];
    for (let missing = length; missing > 0; ) {
      const piece = await this.upTo(missing);
      if (piece === null) throw new UnexpectedEnd();
      pieces.push(piece);
      missing -= piece.length;
    }
    return Buffer.concat(pieces);
  }

  /** Between 1 and `limit` bytes without copying, or null at the end. */
  async upTo(limit: number): Promise<Buffer | null> {
    while (this.current.length === 0) {
      const piece = await this.source();
      if (piece === null) return null;
      this.current = piece;
    }
    return this.cut(limit);
  }

  private cut(length: number): Buffer {
    const taken = this.current.subarray(0, length);
    this.current = this.current.subarray(taken.length);
    return taken;
  }
}
