// The codec string that WebCodecs wants, from the stream's own SPS: phones answer a requested profile with
// another (facts/streaming-lessons.md), so what was asked for says nothing.

/**
 * `avc1.PPCCLL` (RFC 6381 section 3.3) from Annex B parameter sets: profile, constraint flags and level are
 * the three bytes after the SPS's NAL header. Undefined where there is no SPS.
 */
export function codecStringOf(parameterSets: Uint8Array): string | undefined {
  for (let i = 0; i + 6 < parameterSets.length; i++) {
    const isStartCode = parameterSets[i] === 0 && parameterSets[i + 1] === 0 && parameterSets[i + 2] === 1;
    if (!isStartCode || ((parameterSets[i + 3] ?? 0) & 0x1f) !== 7) continue;
    const hex = [...parameterSets.subarray(i + 4, i + 7)].map((byte) => byte.toString(16).padStart(2, '0'));
    return `avc1.${hex.join('')}`;
  }
  return undefined;
}
