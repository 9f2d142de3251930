// Exported videos: gaps have plain pictures of their length, and of a recording only a part is in memory at any time.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { codecs, encodePacket, encodeRecordedHead, encodeVideoConfig } from '@pocketfleet/stream-protocol';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { expect, test } from 'vitest';
import { muxMp4 } from './export-mp4.ts';
import type { Gap, RecordedPart } from './exported-pictures.ts';
import { formatGaps } from './gap-words.ts';
import { encodePlainPicture } from './plain-picture.ts';

const size = { width: 480, height: 1_072 };
const plain = Buffer.from(encodePlainPicture(size));
const pictureAt = plain.indexOf(Buffer.from([0, 0, 0, 1, 0x65]));
const parameterSets = plain.subarray(0, pictureAt);

/** A picture of this many bytes that needs no other one; its bytes are no start code. */
function packetAt(atMs: number, bytes = 100): Buffer {
  const payload = Buffer.concat([plain.subarray(pictureAt, pictureAt + 5), Buffer.alloc(bytes, 0xab)]);
  const packet = encodePacket({
    kind: 'video',
    key: true,
    ptsUs: BigInt(atMs) * 1_000n,
    sequence: 0,
    payload,
  });
  return Buffer.concat([encodeRecordedHead(packet.length, atMs), packet]);
}

function configAt(atMs: number): Buffer {
  const payload = encodeVideoConfig({ codec: codecs.h264, ...size, parameterSets });
  const packet = encodePacket({ kind: 'video_config', key: false, ptsUs: 0n, sequence: 0, payload });
  return Buffer.concat([encodeRecordedHead(packet.length, atMs), packet]);
}

const partOf = (times: readonly number[], gaps: readonly Gap[] = []): RecordedPart => ({
  video: new Uint8Array(Buffer.concat([configAt(times[0] ?? 0), ...times.map((atMs) => packetAt(atMs))])),
  gaps,
});
const gap = (at_ms: number, until_ms: number): Gap => ({
  type: 'gap',
  at_ms,
  until_ms,
  why: 'secret',
  detail: 'Bank',
});

async function* each(parts: readonly RecordedPart[]): AsyncGenerator<RecordedPart> {
  yield* parts;
}

async function packetsOf(parts: readonly RecordedPart[], gaps: readonly Gap[], firstMs: number) {
  const pieces: Uint8Array[] = [];
  for await (const piece of muxMp4(each(parts), { gaps, firstMs })) pieces.push(piece);
  const bytes = new Uint8Array(Buffer.concat(pieces));
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes.buffer) });
  const track = (await input.getPrimaryVideoTrack()) ?? expect.fail('no video');
  const packets = [];
  for await (const packet of new EncodedPacketSink(track).packets())
    packets.push({
      at: Number(packet.timestamp.toFixed(3)),
      lasts: Number(packet.duration.toFixed(3)),
      type: packet.type,
      // In the file, lengths stand in place of start codes.
      isPlain: Buffer.from(packet.data).includes(plain.subarray(pictureAt + 4)),
    });
  return { packets, comment: (await input.getMetadataTags()).comment };
}

test('a gap has a plain picture as long as it lasted, and the file names it with its times', async () => {
  const gaps = [gap(2_000, 5_500), gap(8_000, 9_000)];
  // The last gap ends the recording, and a gap before the first picture is not in the file.
  const parts = [
    partOf([1_000, 1_500], [gap(0, 900)]),
    { video: undefined, gaps: gaps.slice(0, 1) },
    partOf([5_600, 6_000], gaps.slice(1)),
  ];
  const { packets, comment } = await packetsOf(parts, gaps, 1_000);
  expect(packets).toEqual([
    { at: 0, lasts: 0.5, type: 'key', isPlain: false },
    { at: 0.5, lasts: 0.5, type: 'key', isPlain: false },
    { at: 1, lasts: 3.6, type: 'key', isPlain: true },
    { at: 4.6, lasts: 0.4, type: 'key', isPlain: false },
    { at: 5, lasts: 2, type: 'key', isPlain: false },
    { at: 7, lasts: 1, type: 'key', isPlain: true },
  ]);
  expect(comment).toBe(
    'Nothing was recorded at these times:\n00:00:01.0 to 00:00:04.5: the secret Bank was typed\n00:00:07.0 to 00:00:08.0: the secret Bank was typed',
  );
});

test('a gap that is told when it is past is only named', async () => {
  const late = gap(1_100, 1_200);
  const { packets } = await packetsOf([partOf([1_000, 1_300]), partOf([2_000], [late])], [late], 1_000);
  expect(packets.map(({ isPlain }) => isPlain)).toEqual([false, false, false]);
});

test('words for many gaps are cut at a line', () => {
  const many = Array.from({ length: 500 }, (_, at) => gap(at * 3_600_000, at * 3_600_000 + 59_960));
  const text = formatGaps(many, 0);
  expect(text.length).toBeLessThanOrEqual(8_002);
  expect(text.split('\n').at(2)).toBe('01:00:00.0 to 01:01:00.0: the secret Bank was typed');
  expect(text).toMatch(/typed\n…$/);
});

test('a plain picture is cut to the size of the phone’s, and holds no start code inside', () => {
  const picture = Buffer.from(encodePlainPicture({ width: 1_080, height: 2_400 }));
  const startCode = Buffer.from([0, 0, 1]).toString('latin1');
  expect(picture.toString('latin1').split(startCode)).toHaveLength(4);
  // One byte for each of its 68 by 150 macroblocks.
  expect(picture.length).toBeGreaterThan(68 * 150);
  expect(picture.length).toBeLessThan(68 * 150 + 60);
});

test('an hour of video passes with a few megabytes in memory, as fast as it is read', async () => {
  const chunkBytes = 512 * 1_024;
  const chunks = 200;
  let read = 0;
  async function* recorded(): AsyncGenerator<RecordedPart> {
    for (; read < chunks; read += 1) {
      const atMs = read * 10_000;
      const video = Buffer.concat([
        configAt(atMs),
        packetAt(atMs, chunkBytes / 2),
        packetAt(atMs + 5_000, chunkBytes / 2),
      ]);
      yield { video: new Uint8Array(video), gaps: [] };
    }
  }
  const pieces = muxMp4(recorded(), { gaps: [], firstMs: 0 });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().arrayBuffers;
  let given = 0;
  let most = 0;
  for await (const piece of pieces) {
    given += piece.length;
    // Bytes that were read and not yet given.
    expect(read * chunkBytes - given).toBeLessThan(6 * chunkBytes);
    if (read % 20 !== 0) continue;
    // Freed memory is counted in a turn of its own.
    collect();
    await new Promise((done) => setImmediate(done));
    collect();
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(given).toBeGreaterThan(chunks * chunkBytes);
  expect(most).toBeLessThan(16 * 1_024 * 1_024);
});
