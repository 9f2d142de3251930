// The pictures of an exported video, one by one: the packets as they passed, and a plain picture for the length of each gap.
// Pure.
import type { RecordedEvent } from '@pocketfleet/contract';
import {
  decodePacketHeader,
  decodeVideoConfig,
  packetHeaderLength,
  readRecordedPackets,
} from '@pocketfleet/stream-protocol';
import { encodePlainPicture } from './plain-picture.ts';

const minStepS = 0.001;
const lastPictureMs = 100;

export type Gap = Extract<RecordedEvent, { type: 'gap' }>;
/** Of one chunk: its video, and the gaps that it tells of. A gap is told before the first picture after it. */
export type RecordedPart = { video: Uint8Array<ArrayBuffer> | undefined; gaps: readonly Gap[] };
/** Times in seconds from the first picture. Key pictures have their parameter sets in `data`, which is Annex B. */
export type ExportedPicture = {
  data: Uint8Array;
  isKey: boolean;
  atS: number;
  lastsS: number;
  config: VideoConfig;
};
type Waiting = Omit<ExportedPicture, 'lastsS'> & { endsAtS: number };
type Shown = Pick<Waiting, 'data' | 'isKey' | 'config'> & { atMs: number; lastsMs: number };
type VideoConfig = ReturnType<typeof decodeVideoConfig>;

export class ExportedPictures {
  #config: VideoConfig | undefined;
  #gaps: Gap[] = [];
  #firstMs: number | undefined;
  /** How long it lasts is known with the next one. */
  #waiting: Waiting | undefined;

  *take({ video, gaps }: RecordedPart): Generator<ExportedPicture> {
    this.#gaps.push(...gaps);
    for (const { atMs, packet } of readRecordedPackets(video ?? new Uint8Array())) {
      const { kind, key } = decodePacketHeader(packet);
      const payload = packet.subarray(packetHeaderLength);
      if (kind === 'video_config') {
        this.#config = decodeVideoConfig(payload.slice());
        continue;
      }
      const config = this.#config;
      if (kind !== 'video' || config === undefined || (this.#firstMs === undefined && !key)) continue;
      yield* this.#showGaps(atMs);
      this.#firstMs ??= atMs;
      // Players follow a picture that changes its size by the parameter sets.
      const data = key ? Buffer.concat([config.parameterSets, payload]) : payload.slice();
      yield* this.#show({ data, isKey: key, config, atMs, lastsMs: lastPictureMs });
    }
  }

  /** The rest. */
  *end(): Generator<ExportedPicture> {
    yield* this.#showGaps(Number.POSITIVE_INFINITY);
    if (this.#waiting !== undefined) yield withLength(this.#waiting, this.#waiting.endsAtS);
    this.#waiting = undefined;
  }

  *#showGaps(toMs: number): Generator<ExportedPicture> {
    const due = this.#gaps.filter(({ at_ms }) => at_ms <= toMs).sort((a, b) => a.at_ms - b.at_ms);
    this.#gaps = this.#gaps.filter(({ at_ms }) => at_ms > toMs);
    for (const { at_ms, until_ms } of due) {
      // Before the first picture the file has not begun; what was told too late is past.
      const config = this.#config;
      if (this.#firstMs === undefined || config === undefined) continue;
      if (this.#waiting !== undefined && (until_ms - this.#firstMs) / 1_000 <= this.#waiting.atS) continue;
      const data = encodePlainPicture(config);
      yield* this.#show({ data, isKey: true, config, atMs: at_ms, lastsMs: until_ms - at_ms });
    }
  }

  *#show({ atMs, lastsMs, ...picture }: Shown): Generator<ExportedPicture> {
    const before = this.#waiting;
    const atS = Math.max((before?.atS ?? -minStepS) + minStepS, (atMs - (this.#firstMs ?? atMs)) / 1_000);
    this.#waiting = { ...picture, atS, endsAtS: atS + Math.max(minStepS, lastsMs / 1_000) };
    if (before !== undefined) yield withLength(before, atS);
  }
}

function withLength({ endsAtS: _, ...picture }: Waiting, untilS: number): ExportedPicture {
  return { ...picture, lastsS: untilS - picture.atS };
}

/** When the first picture of a chunk comes that can be shown by itself. */
export function firstPictureMs(video: Uint8Array<ArrayBuffer>): number | undefined {
  return readRecordedPackets(video).find(({ packet }) => {
    const { kind, key } = decodePacketHeader(packet);
    return kind === 'video' && key;
  })?.atMs;
}
