// Converts I420 to RGBA, BT.601 in limited range: Android's encoders use it where the stream names no other. Pure.

/** A frame in the decoder's layout. `stride` and `rows` are whole macroblocks, which may exceed the shown size. */
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
    let offset = y * width * 4;
    for (let x = 0; x < width; x += 1) {
      const luma = 298 * ((bytes[lumaRow + x] ?? 0) - 16) + 128;
      const u = (bytes[uStart + chromaRow + (x >> 1)] ?? 0) - 128;
      const v = (bytes[vStart + chromaRow + (x >> 1)] ?? 0) - 128;
      // Uint8ClampedArray limits each value to 0-255.
      rgba[offset] = (luma + 409 * v) >> 8;
      rgba[offset + 1] = (luma - 100 * u - 208 * v) >> 8;
      rgba[offset + 2] = (luma + 516 * u) >> 8;
      rgba[offset + 3] = 255;
      offset += 4;
    }
  }
}
