// The video of a recording as one MP4, piece by piece: the packets as they passed, not encoded again. Each key packet carries
// its parameter sets, so that players follow a picture that changes its size.
import {
  decodePacketHeader,
  decodeVideoConfig,
  packetHeaderLength,
  readRecordedPackets,
} from '@pocketfleet/stream-protocol';

const minStepS = 0.001;
const lastFrameS = 0.1;

type Frame = { data: Uint8Array; isKey: boolean; atS: number };

/** `chunks`: the video of each chunk, in order. Times in the file begin with the first picture. */
export async function* muxMp4(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array> {
  // Few recordings are exported, and the library would lengthen each start of a node.
  const { EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, StreamTarget } = await import(
    'mediabunny'
  );
  const written: Uint8Array[] = [];
  const writable = new WritableStream<{ data: Uint8Array }>({
    write: ({ data }) => void written.push(data.slice()),
  });
  const output = new Output({
    // Fragments are written one after the other, never back into what was sent.
    format: new Mp4OutputFormat({ fastStart: 'fragmented' }),
    target: new StreamTarget(writable),
  });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source);
  await output.start();
  let meta: object | undefined;
  let isStarted = false;
  let config: ReturnType<typeof decodeVideoConfig> | undefined;
  let waiting: Frame | undefined;
  let firstMs: number | undefined;
  const write = async ({ data, isKey, atS }: Frame, durationS: number): Promise<void> => {
    await source.add(new EncodedPacket(data, isKey ? 'key' : 'delta', atS, durationS), meta);
    meta = undefined;
  };
  for await (const chunk of chunks) {
    for (const { atMs, packet } of readRecordedPackets(chunk)) {
      const { kind, key } = decodePacketHeader(packet);
      const payload = packet.subarray(packetHeaderLength);
      if (kind === 'video_config') config = decodeVideoConfig(payload.slice());
      if (kind !== 'video' || config === undefined || (firstMs === undefined && !key)) continue;
      if (!isStarted) {
        const { width, height, parameterSets } = config;
        meta = { decoderConfig: { codec: codecOf(parameterSets), codedWidth: width, codedHeight: height } };
        isStarted = true;
      }
      firstMs ??= atMs;
      const atS = Math.max((waiting?.atS ?? -minStepS) + minStepS, (atMs - firstMs) / 1_000);
      if (waiting !== undefined) await write(waiting, atS - waiting.atS);
      const data = key ? Buffer.concat([config.parameterSets, payload]) : payload.slice();
      waiting = { data, isKey: key, atS };
    }
    yield* written.splice(0);
  }
  if (waiting !== undefined) await write(waiting, lastFrameS);
  await output.finalize();
  yield* written.splice(0);
}

/** RFC 6381: profile, constraints and level are the three bytes after the header of the sequence parameter set. */
function codecOf(parameterSets: Uint8Array): string {
  const start = parameterSets.findIndex(
    (byte, at) => byte === 1 && parameterSets[at - 1] === 0 && ((parameterSets[at + 1] ?? 0) & 0x1f) === 7,
  );
  const bytes = [...parameterSets.subarray(start + 2, start + 5)];
  return `avc1.${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
