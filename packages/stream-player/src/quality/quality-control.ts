// Which quality is asked for: what the page wants, as this browser can decode it, the line can carry it and, for a
// tile, the page can show it.
import type { StreamQuality, ViewerNotice } from '@pocketfleet/contract';
import type { Packet } from '@pocketfleet/stream-protocol';
import type { StreamConnection } from '../connection/connection.ts';
import type { DecoderChoice } from '../decode/decoder-choice.ts';
import type { Size } from '../input/coordinates.ts';
import { epochNowMs, type VideoReport } from '../worker/video-sink.ts';
import { createLineFit } from './line-speed.ts';
import { createLeanTrial } from './stand-in-trial.ts';
import type { TilePace } from './tile-pace.ts';
import { isTileStandIn, tileQualityFor, tileWord } from './tile-quality.ts';

export interface FittedQuality {
  /** True while a smaller picture is shown than the page wants. */
  readonly isLean: boolean;
  /** The last wish counts, also of those before the decoder was chosen. */
  want(quality: StreamQuality): void;
  /** How large the picture is shown, in device pixels. */
  setShownSize(size: Size): void;
  /** How the pictures of the last second came. */
  takeReport(report: VideoReport): void;
  /** A connection begins, or packets come again after a pause. */
  begin(relayTimeMs: number | undefined): void;
  takePacket(packet: Packet, bytes: number): void;
  hear(notice: ViewerNotice): void;
  /** To be called twice a second or so; whether packets are expected now. */
  tick(isExpecting: boolean): void;
}

const leanPatienceMs = 8_000;
/** Fifty tiles that begin at once on a slow machine take their time, and no smaller capture is to blame. */
const tilePatienceMs = 20_000;

export function createFittedQuality(
  connection: Pick<StreamConnection, 'setQuality' | 'wantKeyPacket' | 'knows'>,
  choice: DecoderChoice,
  pace: TilePace,
): FittedQuality {
  const fit = createLineFit();
  const trial = createLeanTrial({
    isLean: (quality) => quality === 'lean',
    full: 'focus',
    patienceMs: leanPatienceMs,
  });
  const tileTrial = createLeanTrial({ isLean: isTileStandIn, full: 'tile', patienceMs: tilePatienceMs });
  let wanted: StreamQuality = 'focus';
  let isChosen = false;
  let hasBegun = false;
  let shown: Size | undefined;
  let brought: StreamQuality | undefined;
  // Only the large picture has a smaller one to stand for it; tiles and the fallback decoder have what fits them.
  const isFitting = () => isChosen && choice.fitting(wanted) === 'focus';
  const isTile = () => isChosen && choice.fitting(wanted) === 'tile';
  const wantsLean = () => isFitting() && connection.knows('lean') && fit.verdict === 'lean';
  const isLean = () => wantsLean() && trial.isShown;
  const askTile = () => {
    const fitting = tileQualityFor(pace.step, shown);
    const isStandIn = isTileStandIn(fitting) && connection.knows(fitting);
    if (!isStandIn) tileTrial.rest();
    connection.setQuality(isStandIn && tileTrial.mayAsk(performance.now()) ? fitting : 'tile');
  };
  const ask = () => {
    if (!isChosen) return;
    if (isTile()) return askTile();
    if (!wantsLean()) trial.rest();
    const asksLean = wantsLean() && trial.mayAsk(performance.now());
    connection.setQuality(asksLean ? 'lean' : choice.fitting(wanted));
  };
  void choice.decoder.then(() => {
    isChosen = true;
    // Before the first is asked for.
    if (isTile()) pace.join(epochNowMs());
    ask();
  });
  return {
    get isLean() {
      return isLean();
    },
    want(quality) {
      wanted = quality;
      ask();
    },
    setShownSize(size) {
      shown = size;
      ask();
    },
    takeReport({ lateMs, tooLate }) {
      if (isTile()) pace.note(tileWord(brought, lateMs ?? 0, tooLate), epochNowMs());
    },
    begin(relayTimeMs) {
      if (isTile()) pace[hasBegun ? 'comeAgain' : 'join'](epochNowMs());
      hasBegun = true;
      tileTrial.begin();
      fit.begin(relayTimeMs, performance.now());
      trial.begin();
      ask();
    },
    takePacket({ kind, relayTimeMs }, bytes) {
      if (kind === 'video' && isTile()) tileTrial.sawPicture(performance.now());
      if (!isFitting()) return;
      if (kind === 'video') trial.sawPicture(performance.now());
      fit.takePacket({ bytes, relayTimeMs }, performance.now());
      ask();
    },
    hear(notice) {
      if (notice.type === 'skipped') fit.skipped(performance.now());
      else if (notice.type === 'quality') {
        brought = notice.quality;
        for (const each of [trial, tileTrial]) each.brings(notice.quality);
      } else if (notice.type === 'phone' && notice.state !== 'streaming') {
        for (const each of [trial, tileTrial]) each.lostPhone();
      }
      ask();
    },
    tick(isExpecting) {
      if (!isExpecting) for (const each of [trial, tileTrial]) each.hold(performance.now());
      ask();
      if (isLean() && fit.wantsProbe(performance.now())) connection.wantKeyPacket();
    },
  };
}
