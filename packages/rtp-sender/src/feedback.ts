// Reads the RTCP feedback of a receiver (RFC 3550, 4585, 5104) about one stream. Pure. Unknown feedback is skipped: the
// sender is a browser that was admitted, but its bytes are untrusted.

export type Feedback = {
  /** Packets that the receiver lacks. */
  readonly lost: readonly number[];
  /** The receiver can't decode on without a key picture (PLI or FIR). */
  readonly needsKey: boolean;
  readonly report: ReceiverReport | undefined;
};

type ReceiverReport = {
  /** Share (0 to 1) of packets lost since the report before, after retransmissions. */
  readonly fractionLost: number;
  /** The newest packet that has arrived, 16 bits. */
  readonly newestSequence: number;
};

const types = { receiverReport: 201, transportFeedback: 205, payloadFeedback: 206 } as const;
const formats = { nack: 1, pictureLoss: 1, fullIntra: 4 } as const;
/** More losses than this in one message are answered by a key picture sooner than one by one. */
const maxLost = 256;

export function parseFeedback(bytes: Uint8Array, ssrc: number): Feedback {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lost: number[] = [];
  let needsKey = false;
  let report: ReceiverReport | undefined;
  for (let at = 0; at + 8 <= bytes.length; ) {
    const [first, type] = [view.getUint8(at), view.getUint8(at + 1)];
    const end = at + 4 + view.getUint16(at + 2) * 4;
    if (first >> 6 !== 2 || end > bytes.length) break;
    const part = new DataView(bytes.buffer, bytes.byteOffset + at, end - at);
    const format = first & 0x1f;
    if (type === types.receiverReport) report = reportIn(part, format, ssrc) ?? report;
    else if (type === types.transportFeedback && format === formats.nack) addLost(part, ssrc, lost);
    else if (type === types.payloadFeedback) needsKey ||= asksForKey(part, format, ssrc);
    at = end;
  }
  return { lost, needsKey, report };
}

function reportIn(part: DataView, count: number, ssrc: number): ReceiverReport | undefined {
  for (let block = 0; block < count; block++) {
    const at = 8 + block * 24;
    if (at + 24 > part.byteLength) return undefined;
    if (part.getUint32(at) !== ssrc) continue;
    return { fractionLost: part.getUint8(at + 4) / 256, newestSequence: part.getUint16(at + 10) };
  }
  return undefined;
}

/** Each entry names a packet, and in a mask those of the next sixteen that are lost too. */
function addLost(part: DataView, ssrc: number, lost: number[]): void {
  if (part.byteLength < 12 || part.getUint32(8) !== ssrc) return;
  for (let at = 12; at + 4 <= part.byteLength; at += 4) {
    const [sequence, mask] = [part.getUint16(at), part.getUint16(at + 2)];
    for (let bit = -1; bit < 16; bit++) {
      if (bit >= 0 && ((mask >> bit) & 1) === 0) continue;
      if (lost.length >= maxLost) return;
      lost.push((sequence + bit + 1) & 0xffff);
    }
  }
}

function asksForKey(part: DataView, format: number, ssrc: number): boolean {
  if (part.byteLength < 12) return false;
  if (format === formats.pictureLoss) return part.getUint32(8) === ssrc;
  // The request for a full picture names its stream in its entries.
  for (let at = 12; format === formats.fullIntra && at + 8 <= part.byteLength; at += 8) {
    if (part.getUint32(at) === ssrc) return true;
  }
  return false;
}
