// The codec string that WebCodecs needs. It is read from the stream's own SPS, because a phone may encode another profile
// than the one that was requested.

/**
 * Returns `avc1.PPCCLL` (RFC 6381 section 3.3) for Annex B parameter sets: profile, constraint flags and level are the
 * three bytes after the SPS's NAL header. Undefined without an SPS.
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
