// The player's knowledge of its pictures, whichever way they come: their size, how late they are, and what is shown.
import type { RelayClock } from './connection/relay-clock.ts';
import type { StreamHealth } from './connection/stream-health.ts';
import type { Size } from './input/coordinates.ts';
import type { Emitter } from './player-events.ts';
import type { StateTracker } from './player-state.ts';
import { createPlayerStats } from './player-stats.ts';
import type { QualityControl } from './quality/quality-control.ts';
import type { VideoReport } from './worker/messages.ts';

interface Sources {
  readonly health: StreamHealth;
  readonly clock: RelayClock;
  readonly quality: QualityControl;
  readonly tracker: StateTracker;
  readonly emitter: Emitter;
}

export interface ArrivedPicture {
  readonly relayTimeMs: number;
  readonly bytes: number;
  readonly receivedAtMs: number;
}

export type PlayerPictures = ReturnType<typeof createPlayerPictures>;

export function createPlayerPictures({ health, clock, quality, tracker, emitter }: Sources) {
  const stats = createPlayerStats({ clock, quality }, (figures) => emitter.emit('stats', figures));
  let frameSize: Size | undefined;
  return {
    get frameSize() {
      return frameSize;
    },
    /** A picture is there: the phone sends. */
    onAlive(nowMs: number): void {
      health.onVideo(nowMs);
      if (tracker.state.name === 'stalled') tracker.update();
    },
    /** When a picture arrived and how large it was, perhaps some time later. */
    onMeasured({ relayTimeMs, bytes, receivedAtMs }: ArrivedPicture): void {
      quality.onPacket({ kind: 'video', relayTimeMs }, bytes, receivedAtMs);
      stats.addVideo(bytes, relayTimeMs, receivedAtMs);
    },
    addDropped: stats.addDropped,
    /** The first frame, or one that follows another way, is shown, or one of another size. */
    onFrameSize(size: Size): void {
      frameSize = size;
      emitter.emit('frame_size', size);
      tracker.onFrame();
    },
    onReport(report: VideoReport): void {
      quality.onReport(report);
      stats.addReport(report, performance.now());
    },
  };
}
