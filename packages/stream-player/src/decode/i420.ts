// I420 to RGBA, BT.601 in limited range, as Android's encoders write without saying otherwise. Pure.

/** One picture as the decoder laid it out; `stride` and `rows` are whole macroblocks, larger than what is shown. */
export interface I420 {
  readonly bytes: Uint8Array;
  readonly stride: number;
  readonly rows: number;
}

/** Writes the upper left `width` by `height` into `rgba`, which has four bytes for each pixel. */
export function writeRgba(from: I420, width: number, height: number, rgba: Uint8ClampedArray): void {
  const { bytes, stride, rows } = from;
  const chromaStride = stride >> 1;
  const uStart = stride * rows;
  const vStart = uStart + chromaStride * (rows >> 1);
  for (let y = 0; y < height; y += 1) {
    const lumaRow = y * stride;
    const chromaRow = (y >> 1) * chromaStride;
    let at = y * width * 4;
    for (let x = 0; x < width; x += 1) {
      const luma = 298 * ((bytes[lumaRow + x] ?? 0) - 16) + 128;
      const u = (bytes[uStart + chromaRow + (x >> 1)] ?? 0) - 128;
      const v = (bytes[vStart + chromaRow + (x >> 1)] ?? 0) - 128;
      // A clamped array clamps by itself.
      rgba[at] = (luma + 409 * v) >> 8;
      rgba[at + 1] = (luma - 100 * u - 208 * v) >> 8;
      rgba[at + 2] = (luma + 516 * u) >> 8;
      rgba[at + 3] = 255;
      at += 4;
    }
  }
}
