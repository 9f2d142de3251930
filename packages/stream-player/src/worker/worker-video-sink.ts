// The sink of every browser: hands canvas and packets to a worker of the pool and tells the player what comes back.
// A worker that is lost gives its place to another one, with a canvas of its own.
import { decodePacketHeader } from '@pocketfleet/stream-protocol';
import type { DecoderKind } from '../decode/browser-support.ts';
import type { PicturePlace } from '../draw/screen.ts';
import { openVideoTrack } from '../draw/video-track.ts';
import type { Size } from '../input/coordinates.ts';
import type { Arrival, VideoNotice, VideoRequest, VideoSink, VideoSinkEvents } from './video-sink.ts';
import { openVideoChannel, type VideoChannel } from './worker-pool.ts';

const screenshotLimitMs = 5_000;

/** `decoder`: which one this browser needs. Until it is known, what is given waits. */
export function createWorkerVideoSink(
  place: PicturePlace,
  events: VideoSinkEvents,
  decoder: Promise<DecoderKind>,
): VideoSink {
  const waiting = new Map<number, (blob: Blob | undefined) => void>();
  let lastRequest = 0;
  let shownSize: Size | undefined;
  /** The last configuration: another worker has to hear it, too. */
  let config: { readonly packet: ArrayBuffer; readonly arrival: Arrival } | undefined;
  let channel = open();

  function send(request: VideoRequest, transfer: Transferable[] = []): void {
    channel.port.postMessage(request, transfer);
  }

  function open(): VideoChannel {
    const opened = openVideoChannel(decoder, {
      onLost: reopen,
      onFailed: () => events.onFailed('The decoder could not be loaded. Please reload the page.'),
    });
    opened.port.onmessage = ({ data }: MessageEvent<VideoNotice>) => {
      opened.heard();
      take(data);
    };
    const element = place.openPicture();
    if (element instanceof HTMLCanvasElement) {
      const canvas = element.transferControlToOffscreen();
      opened.port.postMessage({ type: 'canvas', canvas } satisfies VideoRequest, [canvas]);
    } else {
      const track = openVideoTrack(element);
      if (track !== undefined) {
        opened.port.postMessage({ type: 'track', track } satisfies VideoRequest, [track]);
      }
    }
    return opened;
  }

  function reopen(): void {
    giveUpScreenshots();
    channel = open();
    if (shownSize !== undefined) send({ type: 'shown_size', size: shownSize });
    if (config !== undefined) send({ type: 'packet', ...config });
    events.onKeyPacketWanted();
  }

  function take(notice: VideoNotice): void {
    switch (notice.type) {
      case 'here':
        return;
      case 'picture':
        place.showNew();
        events.onPicture(notice.size);
        return;
      case 'key_packet_wanted':
        events.onKeyPacketWanted();
        return;
      case 'report':
        events.onReport(notice.report);
        return;
      case 'failed':
        events.onFailed(notice.detail);
        return;
      case 'screenshot':
        waiting.get(notice.request)?.(notice.blob);
        waiting.delete(notice.request);
        return;
    }
  }

  function giveUpScreenshots(): void {
    for (const answer of waiting.values()) answer(undefined);
    waiting.clear();
  }

  return {
    takePacket(packet, arrival) {
      const isConfig = decodePacketHeader(new Uint8Array(packet)).kind === 'video_config';
      if (isConfig) config = { packet: packet.slice(0), arrival };
      send({ type: 'packet', packet, arrival }, [packet]);
    },
    setShownSize(size) {
      shownSize = size;
      send({ type: 'shown_size', size });
    },
    reset() {
      config = undefined;
      send({ type: 'reset' });
    },
    look: () => channel.look(),
    screenshot() {
      const request = ++lastRequest;
      return new Promise((resolve) => {
        const limit = setTimeout(() => {
          waiting.delete(request);
          resolve(undefined);
        }, screenshotLimitMs);
        waiting.set(request, (blob) => {
          clearTimeout(limit);
          resolve(blob);
        });
        send({ type: 'screenshot', request });
      });
    },
    close() {
      send({ type: 'close' });
      channel.release();
      giveUpScreenshots();
    },
  };
}
