// Decides when pictures come as RTP and when by the websocket, which carries everything else in any case: it joins, compares
// (rtp-trial.ts), uses the better one, and leaves when the relay or the browser says that RTP is over. The way changes only
// where a new picture is there to show.
import type { ViewerNotice, ViewerRequest } from '@pocketfleet/contract';
import type { RelayClock } from '../connection/relay-clock.ts';
import type { Screen } from '../draw/screen.ts';
import { epochNowMs } from '../epoch-time.ts';
import type { PlayerPictures } from '../player-pictures.ts';
import type { QualityControl } from '../quality/quality-control.ts';
import { createVideoReporter } from '../worker/video-report.ts';
import type { VideoSink } from '../worker/video-sink.ts';
import { canReceiveRtp, type RtpFrame, type RtpReceiver, receiveRtp, screenshotOf } from './rtp-receiver.ts';
import { stampOfRtpTime } from './rtp-stamp.ts';
import { createRtpTrial, type RtpTrial } from './rtp-trial.ts';

export interface RtpControl {
  /** True when pictures come as RTP alone. */
  readonly isUsed: boolean;
  /** The shown picture as PNG; undefined where the canvas shows it. */
  screenshot(): Promise<Blob | undefined> | undefined;
  /**
   * Call it about twice a second. `isWanted`: whether this player's pictures may come as RTP now. `isLive`: whether it shows
   * any, without which there is nothing to compare.
   */
  tick(isWanted: boolean, isLive: boolean): void;
  onNotice(notice: ViewerNotice): void;
  /** A picture came by the websocket. */
  onWebsocketPicture(relayTimeMs: number): void;
  /** The canvas shows a picture that came by the websocket after RTP was left. */
  onCanvasFrame(): void;
  /** The connection to the relay is lost or begins again, and RTP with it. */
  reset(): void;
  close(): void;
}

export interface RtpControlOptions {
  readonly connection: {
    readonly clock: RelayClock;
    understands(request: ViewerRequest['type']): boolean;
    request(request: ViewerRequest): void;
    reportSeen(relayTimeMs: number): void;
  };
  readonly screen: Screen;
  readonly pictures: Pick<
    PlayerPictures,
    'frameSize' | 'onAlive' | 'onMeasured' | 'onFrameSize' | 'onReport'
  >;
  readonly quality: Pick<QualityControl, 'restart'>;
  /** Says when the canvas shows the next picture of the websocket. */
  readonly sink: Pick<VideoSink, 'announceNext'>;
}

/** The websocket shows the first picture soonest, and the page has enough to do until then. */
const firstJoinMs = 1_000;
/** After attempts that failed, or ways that died. */
const joinAgainMs = [10_000, 30_000, 120_000, 600_000];
/** A way that lasted this long was a good one. */
const provenAfterMs = 60_000;
/** An offer of the relay comes within this time, or none. */
const joinWithinMs = 12_000;
const maxUnmeasured = 128;

export function createRtpControl(options: RtpControlOptions): RtpControl {
  const { connection, screen, pictures, quality, sink } = options;
  let state: 'off' | 'joining' | 'used' = 'off';
  let receiver: RtpReceiver | undefined;
  /** The receiver whose last picture stays until the canvas has a newer one. */
  let leaving: RtpReceiver | undefined;
  let trial: RtpTrial | undefined;
  let [sinceMs, nextJoinMs, failures] = [0, performance.now() + firstJoinMs, 0];
  /** Shown pictures whose bytes are not known, and bytes of pictures that are not shown yet, by stamp. */
  let shown = new Map<number, number>();
  let sizes = new Map<number, number>();
  const reporter = createVideoReporter(pictures.onReport);

  function join(nowMs: number): void {
    [state, sinceMs] = ['joining', nowMs];
    connection.request({ type: 'rtp_join' });
  }

  function open(offer: string): void {
    if (state !== 'joining' || receiver !== undefined) return;
    trial = createRtpTrial(performance.now());
    receiver = receiveRtp(offer, {
      onAnswer: (answer) => connection.request(answer),
      onFrame,
      onFailed: leave,
    });
    screen.addBehind(receiver.video);
  }

  function onFrame(frame: RtpFrame): void {
    const nowMs = performance.now();
    const relayNowMs = connection.clock.relayTimeMs(nowMs);
    if (relayNowMs === undefined) return;
    const relayTimeMs = stampOfRtpTime(frame.rtpTime, relayNowMs);
    trial?.onRtp(relayTimeMs, frame.receivedAtMs);
    decide(nowMs);
    if (state !== 'used') return;
    pictures.onAlive(nowMs);
    connection.reportSeen(relayTimeMs);
    const { width, height } = pictures.frameSize ?? {};
    if (frame.size.width !== width || frame.size.height !== height) pictures.onFrameSize(frame.size);
    report(frame, relayTimeMs, nowMs);
    shown.set(relayTimeMs, frame.receivedAtMs);
    measure();
  }

  function report(frame: RtpFrame, relayTimeMs: number, nowMs: number): void {
    const receivedAtMs = epochNowMs() - (nowMs - frame.receivedAtMs);
    const ageMs = connection.clock.ageMs(relayTimeMs, frame.receivedAtMs);
    reporter.decoded(frame.decodeMs);
    reporter.drawn(receivedAtMs + frame.decodeMs, { receivedAtMs, ageMs }, receivedAtMs);
  }

  function decide(nowMs: number): void {
    const verdict = state === 'joining' ? trial?.verdict(nowMs) : undefined;
    if (verdict === 'websocket') leave();
    if (verdict !== 'rtp' || receiver === undefined) return;
    [state, sinceMs, trial] = ['used', nowMs, undefined];
    connection.request({ type: 'rtp_use' });
    dropLeaving();
    screen.cover(receiver.video);
    restartQuality();
  }

  /** Pictures come another way, with another delay. */
  function restartQuality(): void {
    quality.restart(connection.clock.relayTimeMs(performance.now()));
  }

  function measure(): void {
    for (const [relayTimeMs, receivedAtMs] of shown) {
      const bytes = sizes.get(relayTimeMs);
      if (bytes === undefined) continue;
      shown.delete(relayTimeMs);
      pictures.onMeasured({ relayTimeMs, bytes, receivedAtMs });
    }
    shown = keepNewest(shown);
    sizes = keepNewest(sizes);
  }

  /** Ends RTP for now, also where it was not used yet. */
  function leave(): void {
    if (state === 'off') return;
    connection.request({ type: 'rtp_leave' });
    stop();
  }

  function stop(): void {
    if (state === 'off') return;
    const nowMs = performance.now();
    const wasUsed = state === 'used';
    failures = wasUsed && nowMs - sinceMs > provenAfterMs ? 0 : failures + 1;
    nextJoinMs = nowMs + (joinAgainMs[Math.min(failures, joinAgainMs.length) - 1] ?? firstJoinMs);
    state = 'off';
    trial = undefined;
    shown.clear();
    sizes.clear();
    if (wasUsed) {
      leaving = receiver;
      sink.announceNext();
      restartQuality();
    } else receiver?.close();
    receiver = undefined;
  }

  function dropLeaving(): void {
    leaving?.close();
    leaving = undefined;
  }

  return {
    get isUsed() {
      return state === 'used';
    },
    screenshot() {
      const video = state === 'used' ? receiver?.video : leaving?.video;
      return video === undefined ? undefined : screenshotOf(video);
    },
    tick(isWanted, isLive) {
      const nowMs = performance.now();
      if (state !== 'off' && !isWanted) {
        leave();
        // Not a failure of the line.
        [failures, nextJoinMs] = [Math.max(0, failures - 1), nowMs + firstJoinMs];
      } else if (state === 'joining' && trial === undefined && nowMs - sinceMs > joinWithinMs) leave();
      else if (state === 'joining') decide(nowMs);
      else if (state === 'off' && isWanted && isLive && nowMs >= nextJoinMs) {
        if (canReceiveRtp() && connection.understands('rtp_join')) join(nowMs);
      }
    },
    onNotice(notice) {
      if (notice.type === 'rtp_offer') open(notice.sdp);
      else if (notice.type === 'rtp_end') stop();
      else if (notice.type === 'rtp_sent') {
        for (const [relayTimeMs, bytes] of notice.pictures) sizes.set(relayTimeMs, bytes);
        measure();
      }
    },
    onWebsocketPicture(relayTimeMs) {
      trial?.onWebsocket(relayTimeMs, performance.now());
    },
    onCanvasFrame() {
      if (leaving !== undefined) screen.uncover(dropLeaving);
    },
    reset() {
      stop();
      nextJoinMs = Math.min(nextJoinMs, performance.now() + firstJoinMs);
      failures = 0;
    },
    close() {
      stop();
      dropLeaving();
      reporter.stop();
    },
  };
}

function keepNewest(map: Map<number, number>): Map<number, number> {
  return map.size <= maxUnmeasured ? map : new Map([...map].slice(-maxUnmeasured));
}
