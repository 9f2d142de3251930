// A picture in one grey for H.264, as it stands in exported videos where nothing was recorded. It is an IDR picture of its own
// parameter sets, whose ids no phone uses, so that nothing of the phone's stream is replaced (ITU-T H.264, 7.3 and 9.2).

const parameterSetId = 31;
const pictureParameterSetId = 255;
/** Level 5.1: enough for each size that a phone has. */
const level = 51;
const baselineProfile = 66;
/** The constraints of the constrained baseline profile. */
const constraints = 0xc0;
const macroblockPixels = 16;
/** Predicted from its neighbours or, without any, as half of the greatest brightness; nothing is added to it. */
const plainMacroblock = 0b0010_0111;

/** Annex B: both parameter sets and the picture. `width` and `height` in pixels, even, as phones' encoders have them. */
export function encodePlainPicture({ width, height }: { width: number; height: number }): Uint8Array {
  const columns = Math.ceil(width / macroblockPixels);
  const rows = Math.ceil(height / macroblockPixels);
  return Buffer.concat([
    nalUnit(0x67, writeSequenceParameters({ width, height, columns, rows })),
    nalUnit(0x68, writePictureParameters()),
    nalUnit(0x65, writeSlice(columns * rows)),
  ]);
}

type Size = { width: number; height: number; columns: number; rows: number };

function writeSequenceParameters({ width, height, columns, rows }: Size): BitWriter {
  const bits = new BitWriter();
  bits.add(baselineProfile, 8).add(constraints, 8).add(level, 8).addUnsigned(parameterSetId);
  // Frame numbers of 4 bits, pictures in the order in which they are shown, one reference picture, no gaps in their numbers.
  bits.addUnsigned(0).addUnsigned(2).addUnsigned(1).add(0, 1);
  // Whole frames; direct inference is required by the profile.
  bits
    .addUnsigned(columns - 1)
    .addUnsigned(rows - 1)
    .add(1, 1)
    .add(1, 1);
  const right = (columns * macroblockPixels - width) / 2;
  const bottom = (rows * macroblockPixels - height) / 2;
  const isCropped = right > 0 || bottom > 0;
  bits.add(isCropped ? 1 : 0, 1);
  if (isCropped) bits.addUnsigned(0).addUnsigned(right).addUnsigned(0).addUnsigned(bottom);
  return bits.add(0, 1).end();
}

function writePictureParameters(): BitWriter {
  const bits = new BitWriter();
  // CAVLC, no fields, one slice group, one reference in each list, no weights, no changes of quality.
  bits.addUnsigned(pictureParameterSetId).addUnsigned(parameterSetId).add(0, 2);
  bits.addUnsigned(0).addUnsigned(0).addUnsigned(0).add(0, 3);
  bits.addUnsigned(0).addUnsigned(0).addUnsigned(0);
  // The slice says that it has no deblocking; neither constrained intra prediction nor redundant pictures.
  return bits.add(0b100, 3).end();
}

function writeSlice(macroblocks: number): BitWriter {
  const bits = new BitWriter();
  const allIntra = 7;
  const idrPictureId = 7;
  const withoutDeblocking = 1;
  bits.addUnsigned(0).addUnsigned(allIntra).addUnsigned(pictureParameterSetId).add(0, 4);
  bits.addUnsigned(idrPictureId).add(0, 2).addUnsigned(0).addUnsigned(withoutDeblocking);
  for (let at = 0; at < macroblocks; at += 1) bits.add(plainMacroblock, 8);
  return bits.end();
}

class BitWriter {
  readonly bytes: number[] = [];
  #current = 0;
  #filled = 0;

  add(value: number, length: number): this {
    for (let bit = length - 1; bit >= 0; bit -= 1) {
      this.#current = (this.#current << 1) | ((value >> bit) & 1);
      this.#filled += 1;
      if (this.#filled < 8) continue;
      this.bytes.push(this.#current);
      this.#current = 0;
      this.#filled = 0;
    }
    return this;
  }

  /** Exp-Golomb. */
  addUnsigned(value: number): this {
    const length = 32 - Math.clz32(value + 1);
    return this.add(0, length - 1).add(value + 1, length);
  }

  end(): this {
    this.add(1, 1);
    while (this.#filled > 0) this.add(0, 1);
    return this;
  }
}

/** With its start code, and without any other one inside. */
function nalUnit(header: number, { bytes }: BitWriter): Buffer {
  const unit = [0, 0, 0, 1, header];
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros === 2 && byte <= 3) {
      unit.push(3);
      zeros = 0;
    }
    unit.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(unit);
}
