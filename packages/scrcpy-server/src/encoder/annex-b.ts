/** One NAL unit inside an Annex B byte stream, its start code included. */
interface Unit {
  readonly type: number;
  readonly start: number;
  readonly end: number;
}

const SPS = 7;
const PPS = 8;

/**
 * Splits a key access unit into its parameter sets (scrcpy's config packet) and the rest. OpenH264 writes SPS and
 * PPS in front of every key frame, while Android's encoders deliver them as a packet of their own.
 */
export function splitParameterSets(accessUnit: Uint8Array): {
  config: Uint8Array | undefined;
  data: Uint8Array;
} {
  const units = listUnits(accessUnit);
  const firstOther = units.findIndex((unit) => unit.type !== SPS && unit.type !== PPS);
  if (firstOther === 0) return { config: undefined, data: accessUnit };
  const cut = firstOther === -1 ? accessUnit.length : (units[firstOther]?.start ?? accessUnit.length);
  return { config: accessUnit.subarray(0, cut), data: accessUnit.subarray(cut) };
}

/** Lists NAL units up to the first slice. Slices are most of the bytes, and nothing behind them is needed. */
function listUnits(bytes: Uint8Array): Unit[] {
  const units: Unit[] = [];
  let open: { type: number; start: number } | undefined;
  for (let i = 0; i + 3 < bytes.length; i++) {
    if (bytes[i] !== 0 || bytes[i + 1] !== 0 || bytes[i + 2] !== 1) continue;
    const start = i > 0 && bytes[i - 1] === 0 ? i - 1 : i;
    if (open) units.push({ ...open, end: start });
    const type = (bytes[i + 3] ?? 0) & 0x1f;
    open = { type, start };
    if (type >= 1 && type <= 5) break;
    i += 3;
  }
  if (open) units.push({ ...open, end: bytes.length });
  return units;
}
