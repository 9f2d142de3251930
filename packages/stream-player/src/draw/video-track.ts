// A <video> element for tiles, to which a worker writes frames. Without a GPU the browser's compositor draws it at far less
// cost than a canvas (decision 009). Only Chromium has such tracks; other browsers draw tiles to a canvas.

/** TypeScript's DOM types lack it. Chromium's version of https://w3c.github.io/mediacapture-transform. */
interface TrackGenerator extends MediaStreamTrack {
  readonly writable: WritableStream<VideoFrame>;
}

export function hasVideoTracks(): boolean {
  return 'MediaStreamTrackGenerator' in window && typeof VideoDecoder !== 'undefined';
}

/** Makes `video` show the frames that are written to the returned stream; undefined where the browser has no tracks. */
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
  // The browser allows it because the video is muted, pauses it when hidden, and plays it again.
  video.play().catch(() => {});
  return track.writable;
}
