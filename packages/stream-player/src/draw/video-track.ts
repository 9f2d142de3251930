// A <video> that is fed frames from a worker, for tiles. The browser's compositor draws it, which costs far less
// than a canvas without a GPU: 12 tiles of 360x800 kept 15 frames per second where canvases fell to 10, with
// 0.4 ms instead of 2.4 ms a frame in the worker. Only Chromium has it; others draw to a canvas.

/** Not in TypeScript's DOM: https://w3c.github.io/mediacapture-transform, as Chromium has it. */
interface TrackGenerator extends MediaStreamTrack {
  readonly writable: WritableStream<VideoFrame>;
}

export function hasVideoTracks(): boolean {
  return 'MediaStreamTrackGenerator' in window && typeof VideoDecoder !== 'undefined';
}

/** Makes `video` show what is written to the answered stream, or answers undefined where that can't be. */
export function openVideoTrack(video: HTMLVideoElement): WritableStream<VideoFrame> | undefined {
  const { MediaStreamTrackGenerator: Generator } = window as {
    MediaStreamTrackGenerator?: new (options: { kind: 'video' }) => TrackGenerator;
  };
  if (Generator === undefined) return undefined;
  const track = new Generator({ kind: 'video' });
  video.muted = true;
  video.playsInline = true;
  video.disablePictureInPicture = true;
  video.srcObject = new MediaStream([track]);
  // Refused only without `muted`; paused by the browser when hidden, and played again by it.
  video.play().catch(() => {});
  return track.writable;
}
