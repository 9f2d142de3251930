// Which quality is asked for: what the page wants, as this browser can decode it and the line can carry it.
import type { StreamQuality, ViewerNotice } from '@pocketfleet/contract';
import type { Packet } from '@pocketfleet/stream-protocol';
import type { StreamConnection } from './connection.ts';
import type { DecoderChoice } from './decoder-choice.ts';
import { createLeanTrial } from './lean-trial.ts';
import { createLineFit } from './line-fit.ts';

export interface FittedQuality {
  /** True while a smaller picture is shown than the page wants. */
  readonly isLean: boolean;
  /** The last wish counts, also of those before the decoder was chosen. */
  want(quality: StreamQuality): void;
  /** A connection begins, or packets come again after a pause. */
  begin(relayTimeMs: number | undefined): void;
  takePacket(packet: Packet, bytes: number): void;
  hear(notice: ViewerNotice): void;
  /** To be called twice a second or so; whether packets are expected now. */
  tick(isExpecting: boolean): void;
}

export function createFittedQuality(
  connection: Pick<StreamConnection, 'setQuality' | 'wantKeyPacket' | 'knowsLean'>,
  choice: DecoderChoice,
): FittedQuality {
  const fit = createLineFit();
  const trial = createLeanTrial();
  let wanted: StreamQuality = 'focus';
  let isChosen = false;
  // Only the large picture has a smaller one to stand for it; tiles and the fallback decoder have what fits them.
  const isFitting = () => isChosen && choice.fitting(wanted) === 'focus';
  const wantsLean = () => isFitting() && connection.knowsLean && fit.verdict === 'lean';
  const isLean = () => wantsLean() && trial.isShown;
  const ask = () => {
    if (!isChosen) return;
    if (!wantsLean()) trial.rest();
    const asksLean = wantsLean() && trial.mayAsk(performance.now());
    connection.setQuality(asksLean ? 'lean' : choice.fitting(wanted));
  };
  void choice.decoder.then(() => {
    isChosen = true;
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
    begin(relayTimeMs) {
      fit.begin(relayTimeMs, performance.now());
      trial.begin();
      ask();
    },
    takePacket({ kind, relayTimeMs }, bytes) {
      if (!isFitting()) return;
      if (kind === 'video') trial.sawPicture(performance.now());
      fit.takePacket({ bytes, relayTimeMs }, performance.now());
      ask();
    },
    hear(notice) {
      if (notice.type === 'skipped') fit.skipped(performance.now());
      else if (notice.type === 'quality') trial.brings(notice.quality);
      else if (notice.type === 'phone' && notice.state !== 'streaming') trial.lostPhone();
      ask();
    },
    tick(isExpecting) {
      if (!isExpecting) trial.hold(performance.now());
      ask();
      if (isLean() && fit.wantsProbe(performance.now())) connection.wantKeyPacket();
    },
  };
}
