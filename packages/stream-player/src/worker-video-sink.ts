// The sink of every browser: hands canvas and packets to a worker of the pool and tells the player what comes back.
import type { DecoderKind } from './browser-support.ts';
import type { PictureElement } from './stage.ts';
import type { VideoNotice, VideoRequest, VideoSink, VideoSinkEvents } from './video-sink.ts';
import { openVideoTrack } from './video-track.ts';
import { openVideoChannel } from './worker-pool.ts';

const screenshotLimitMs = 5_000;

/** `decoder`: which one this browser needs. Until it is known, what is given waits. */
export function createWorkerVideoSink(
  element: PictureElement,
  events: VideoSinkEvents,
  decoder: Promise<DecoderKind>,
): VideoSink {
  const { port, release } = openVideoChannel(decoder, () =>
    events.onFailed('The decoder could not be loaded. Please reload the page.'),
  );
  const waiting = new Map<number, (blob: Blob | undefined) => void>();
  let lastRequest = 0;
  const send = (request: VideoRequest, transfer: Transferable[] = []) => port.postMessage(request, transfer);

  port.onmessage = ({ data }: MessageEvent<VideoNotice>) => {
    switch (data.type) {
      case 'picture':
        return events.onPicture(data.size);
      case 'key_packet_wanted':
        return events.onKeyPacketWanted();
      case 'report':
        return events.onReport(data.report);
      case 'failed':
        return events.onFailed(data.detail);
      case 'screenshot':
        waiting.get(data.request)?.(data.blob);
        waiting.delete(data.request);
        return;
    }
  };
  if (element instanceof HTMLCanvasElement) {
    const canvas = element.transferControlToOffscreen();
    send({ type: 'canvas', canvas }, [canvas]);
  } else {
    const track = openVideoTrack(element);
    if (track !== undefined) send({ type: 'track', track }, [track]);
  }

  return {
    takePacket: (packet, arrival) => send({ type: 'packet', packet, arrival }, [packet]),
    setShownSize: (size) => send({ type: 'shown_size', size }),
    reset: () => send({ type: 'reset' }),
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
      port.close();
      release();
      for (const answer of waiting.values()) answer(undefined);
      waiting.clear();
    },
  };
}
