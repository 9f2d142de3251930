// Which quality is asked for: what the page wants, as this browser can decode it and the line can carry it.
import type { StreamQuality } from '@pocketfleet/contract';
import type { StreamConnection } from './connection.ts';
import type { DecoderChoice } from './decoder-choice.ts';
import { type ArrivedPacket, createLineFit } from './line-fit.ts';

export interface FittedQuality {
  /** True while the line gets a smaller picture than the page wants. */
  readonly isLean: boolean;
  /** The last wish counts, also of those before the decoder was chosen. */
  want(quality: StreamQuality): void;
  /** A connection begins, or packets come again after a pause. */
  begin(relayTimeMs: number | undefined): void;
  takePacket(packet: ArrivedPacket): void;
  skipped(): void;
  /** To be called twice a second or so. */
  tick(): void;
}

export function createFittedQuality(
  connection: Pick<StreamConnection, 'setQuality' | 'wantKeyPacket'>,
  choice: DecoderChoice,
): FittedQuality {
  const fit = createLineFit();
  let wanted: StreamQuality = 'focus';
  let isChosen = false;
  // Only the large picture has a smaller one to stand for it; tiles and the fallback decoder have what fits them.
  const isFitting = () => isChosen && choice.fitting(wanted) === 'focus';
  const isLean = () => isFitting() && fit.verdict === 'lean';
  const ask = () => {
    if (isChosen) connection.setQuality(isLean() ? 'lean' : choice.fitting(wanted));
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
    begin: (relayTimeMs) => fit.begin(relayTimeMs, performance.now()),
    takePacket(packet) {
      if (!isFitting()) return;
      fit.takePacket(packet, performance.now());
      ask();
    },
    skipped() {
      fit.skipped(performance.now());
      ask();
    },
    tick() {
      if (isLean() && fit.wantsProbe(performance.now())) connection.wantKeyPacket();
    },
  };
}
