// Cuts one H.264 picture into RTP payloads (RFC 6184, packetization mode 1): a NAL unit that fits is one payload, a larger one
// becomes fragments (FU-A). Pure.

/** With the headers of RTP, SRTP, UDP and IPv6 a packet stays below 1,280 bytes, which every path carries. */
const maxPayloadLength = 1_150;
const fragmentType = 28;
const startCode = Buffer.from([0, 0, 1]);

/** The payloads of a picture in Annex B form, in order. Empty for bytes without a NAL unit. */
export function payloadsOf(annexB: Uint8Array, maxLength: number = maxPayloadLength): Uint8Array[] {
  return nalUnitsOf(annexB).flatMap((unit) =>
    unit.length <= maxLength ? [unit] : fragmentsOf(unit, maxLength),
  );
}

function nalUnitsOf(annexB: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(annexB.buffer, annexB.byteOffset, annexB.length);
  const units: Uint8Array[] = [];
  let start = bytes.indexOf(startCode);
  while (start >= 0) {
    const next = bytes.indexOf(startCode, start + startCode.length);
    let end = next < 0 ? bytes.length : next;
    // A longer start code begins with a zero byte, and no NAL unit ends with one.
    while (end > start && bytes[end - 1] === 0) end -= 1;
    if (end > start + startCode.length) units.push(bytes.subarray(start + startCode.length, end));
    start = next;
  }
  return units;
}

function fragmentsOf(unit: Uint8Array, maxLength: number): Uint8Array[] {
  const [header = 0] = unit;
  const fragments: Uint8Array[] = [];
  const step = maxLength - 2;
  for (let at = 1; at < unit.length; at += step) {
    const part = unit.subarray(at, at + step);
    const fragment = new Uint8Array(2 + part.length);
    const isFirst = at === 1;
    const isLast = at + step >= unit.length;
    fragment[0] = (header & 0xe0) | fragmentType;
    fragment[1] = (isFirst ? 0x80 : 0) | (isLast ? 0x40 : 0) | (header & 0x1f);
    fragment.set(part, 2);
    fragments.push(fragment);
  }
  return fragments;
}
