// Chooses the quality to request: the one that the page wants, as far as this browser can decode it, the line can carry it
// and, for a tile, the page can show it.
import type { StreamQuality, ViewerNotice } from '@pocketfleet/contract';
import type { Packet } from '@pocketfleet/stream-protocol';
import type { StreamConnection } from '../connection/connection.ts';
import type { DecoderChoice } from '../decode/decoder-choice.ts';
import { epochNowMs } from '../epoch-time.ts';
import type { Size } from '../input/coordinates.ts';
import type { VideoReport } from '../worker/messages.ts';
import { sharedByPage } from '../worker/shared-by-page.ts';
import { createLineSpeed } from './line-speed.ts';
import { createStandInTrial } from './stand-in-trial.ts';
import {
  createTileSteering,
  isTileStandIn,
  type TileSteering,
  tileLateLimitMs,
  tileQualityFor,
} from './tile-steering.ts';

export interface QualityControl {
  /** True while a smaller capture is shown than the page wants. */
  readonly isLean: boolean;
  /** True when the phone is shown by the full capture, or by its stand-in for slow lines. */
  readonly isFocus: boolean;
  setWanted(quality: StreamQuality): void;
  /** The size at which the phone is shown, in device pixels. */
  setShownSize(size: Size): void;
  onReport(report: VideoReport): void;
  onPacket(packet: Pick<Packet, 'kind' | 'relayTimeMs'>, bytes: number, receivedAtMs: number): void;
  onNotice(notice: ViewerNotice): void;
  /** A connection begins, or packets arrive again after a pause. */
  restart(relayTimeMs: number | undefined): void;
  /** Call it about twice a second. `isExpecting`: whether packets should arrive now. */
  tick(isExpecting: boolean): void;
}

const leanTimeoutMs = 8_000;
/** Longer, because fifty tiles that start together on a slow machine take their time even with full captures. */
const tileTimeoutMs = 20_000;

/** All tiles of the page share it; each tile is a frame of the page. */
const steeringOfPage = (): TileSteering => sharedByPage('tile_steering', createTileSteering);

export function createQualityControl(
  connection: Pick<StreamConnection, 'setQuality' | 'requestKeyPacket' | 'supports'>,
  choice: DecoderChoice,
  steering: TileSteering = steeringOfPage(),
): QualityControl {
  const line = createLineSpeed();
  const leanTrial = createStandInTrial({
    isStandIn: (quality) => quality === 'lean',
    full: 'focus',
    timeoutMs: leanTimeoutMs,
  });
  const tileTrial = createStandInTrial({ isStandIn: isTileStandIn, full: 'tile', timeoutMs: tileTimeoutMs });
  const trials = [leanTrial, tileTrial];
  let wanted: StreamQuality = 'focus';
  let isChosen = false;
  let shown: Size | undefined;
  let announced: StreamQuality | undefined;
  // Only `focus` has a stand-in for slow lines. Tiles and the fallback decoder use captures that are small already.
  const isFocus = () => isChosen && choice.decodable(wanted) === 'focus';
  const isTile = () => isChosen && choice.decodable(wanted) === 'tile';
  const needsLean = () => isFocus() && connection.supports('lean') && line.verdict === 'lean';
  const isLean = () => needsLean() && leanTrial.isShown;

  function requestTile(): void {
    const fitting = tileQualityFor(steering.step, shown);
    const isStandIn = isTileStandIn(fitting) && connection.supports(fitting);
    if (!isStandIn) tileTrial.cancel();
    connection.setQuality(isStandIn && tileTrial.mayRequest(performance.now()) ? fitting : 'tile');
  }

  function requestOther(): void {
    if (!needsLean()) leanTrial.cancel();
    const useLean = needsLean() && leanTrial.mayRequest(performance.now());
    connection.setQuality(useLean ? 'lean' : choice.decodable(wanted));
  }

  function request(): void {
    if (!isChosen) return;
    if (isTile()) requestTile();
    else requestOther();
  }

  void choice.decoder.then(() => {
    isChosen = true;
    // Before the first request, which depends on the step.
    if (isTile()) steering.start(epochNowMs());
    request();
  });
  return {
    get isLean() {
      return isLean();
    },
    get isFocus() {
      return isFocus();
    },
    setWanted(quality) {
      wanted = quality;
      request();
    },
    setShownSize(size) {
      shown = size;
      request();
    },
    onReport({ lateMs, tooLate }) {
      const isLate = tooLate > 0 || (lateMs ?? 0) > tileLateLimitMs(announced);
      if (isTile()) steering.report(isLate, epochNowMs());
    },
    restart(relayTimeMs) {
      if (isTile()) steering.start(epochNowMs());
      line.restart(relayTimeMs, performance.now());
      for (const trial of trials) trial.restart();
      request();
    },
    onPacket({ kind, relayTimeMs }, bytes, receivedAtMs) {
      if (kind === 'video' && isTile()) tileTrial.onVideo(performance.now());
      if (!isFocus()) return;
      if (kind === 'video') leanTrial.onVideo(performance.now());
      line.onPacket({ bytes, relayTimeMs }, receivedAtMs);
      request();
    },
    onNotice(notice) {
      if (notice.type === 'skipped') line.onSkipped(performance.now());
      else if (notice.type === 'quality') {
        announced = notice.quality;
        for (const trial of trials) trial.onQuality(notice.quality);
      } else if (notice.type === 'phone' && notice.state !== 'streaming') {
        for (const trial of trials) trial.onPhoneLost();
      }
      request();
    },
    tick(isExpecting) {
      if (!isExpecting) for (const trial of trials) trial.hold(performance.now());
      request();
      if (isLean() && line.needsProbe(performance.now())) connection.requestKeyPacket();
    },
  };
}
