// Converts a position in the page to a position in the phone's video. Pure.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** The part of `box` that the video covers: whole and centred (CSS `object-fit: contain`). */
export function videoBox(box: Box, frameSize: Size): Box {
  const scale = Math.min(box.width / frameSize.width, box.height / frameSize.height);
  const width = frameSize.width * scale;
  const height = frameSize.height * scale;
  return {
    left: box.left + (box.width - width) / 2,
    top: box.top + (box.height - height) / 2,
    width,
    height,
  };
}

export interface VideoPosition {
  /** 0-65535 of the video's width and height, clamped to it. */
  readonly x: number;
  readonly y: number;
  /** False on the bars beside the video. */
  readonly inside: boolean;
}

export function positionInVideo(clientX: number, clientY: number, box: Box, frameSize: Size): VideoPosition {
  const shown = videoBox(box, frameSize);
  const x = shown.width > 0 ? (clientX - shown.left) / shown.width : 0;
  const y = shown.height > 0 ? (clientY - shown.top) / shown.height : 0;
  return { x: to16Bits(x), y: to16Bits(y), inside: x >= 0 && x <= 1 && y >= 0 && y <= 1 };
}

/** The position mirrored at the video's centre: the second finger of a Ctrl-drag pinch. */
export function mirrored({ x, y }: VideoPosition): VideoPosition {
  return { x: 65535 - x, y: 65535 - y, inside: true };
}

function to16Bits(share: number): number {
  return Math.round(Math.max(0, Math.min(1, share)) * 65535);
}
