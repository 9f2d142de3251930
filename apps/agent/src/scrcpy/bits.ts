// Reads and writes the bits of an H.264 parameter set (ITU-T H.264, 7.2 and 9.1), whose emulation prevention bytes have
// been removed.
export class BitReader {
  position = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  bit(): number {
    const byte = this.#bytes[this.position >> 3];
    if (byte === undefined) throw new RangeError('the parameter set is cut off');
    const value = (byte >> (7 - (this.position & 7))) & 1;
    this.position++;
    return value;
  }

  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value = value * 2 + this.bit();
    return value;
  }

  ue(): number {
    let zeros = 0;
    while (this.bit() === 0) if (++zeros > 32) throw new RangeError('not an Exp-Golomb code');
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  se(): number {
    const code = this.ue();
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
  }
}

export class BitWriter {
  readonly #bits: number[] = [];

  bit(value: number): void {
    this.#bits.push(value);
  }

  bits(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i--) this.bit(Math.floor(value / 2 ** i) % 2);
  }

  ue(value: number): void {
    const length = Math.floor(Math.log2(value + 1));
    this.bits(0, length);
    this.bits(value + 1, length + 1);
  }

  /** Ends with the stop bit and zeros up to a whole byte. */
  finish(): Uint8Array {
    this.bit(1);
    while (this.#bits.length % 8 !== 0) this.bit(0);
    const bytes = new Uint8Array(this.#bits.length / 8);
    this.#bits.forEach((value, i) => {
      bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (value << (7 - (i & 7)));
    });
    return bytes;
  }
}
