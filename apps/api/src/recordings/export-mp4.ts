// The video of a recording as one MP4, piece by piece: the packets as they passed, not encoded again. Gaps have plain pictures,
// and the file's comment names them.
import { type ExportedPicture, ExportedPictures, type Gap, type RecordedPart } from './exported-pictures.ts';
import { formatGaps } from './gap-words.ts';

/**
 * `parts` and `gaps` in the order of time. Times in the file begin with the first picture, at `firstMs` of the recording. Of the
 * recording, only the part that is being written is in memory.
 */
export async function* muxMp4(
  parts: AsyncIterable<RecordedPart>,
  { gaps, firstMs }: { gaps: readonly Gap[]; firstMs: number },
): AsyncGenerator<Uint8Array> {
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
  if (gaps.length > 0) output.setMetadataTags({ comment: formatGaps(gaps, firstMs) });
  await output.start();
  const pictures = new ExportedPictures();
  let isFirst = true;
  const write = async ({ data, isKey, atS, lastsS, config }: ExportedPicture): Promise<void> => {
    const meta = isFirst ? decoderOf(config) : undefined;
    isFirst = false;
    await source.add(new EncodedPacket(data, isKey ? 'key' : 'delta', atS, lastsS), meta);
  };
  for await (const part of parts) {
    for (const picture of pictures.take(part)) await write(picture);
    yield* written.splice(0);
  }
  for (const picture of pictures.end()) await write(picture);
  await output.finalize();
  yield* written.splice(0);
}

function decoderOf({ width, height, parameterSets }: ExportedPicture['config']): object {
  return { decoderConfig: { codec: codecOf(parameterSets), codedWidth: width, codedHeight: height } };
}

/** RFC 6381: profile, constraints and level are the three bytes after the header of the sequence parameter set. */
function codecOf(parameterSets: Uint8Array): string {
  const start = parameterSets.findIndex(
    (byte, at) => byte === 1 && parameterSets[at - 1] === 0 && ((parameterSets[at + 1] ?? 0) & 0x1f) === 7,
  );
  const bytes = [...parameterSets.subarray(start + 2, start + 5)];
  return `avc1.${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
