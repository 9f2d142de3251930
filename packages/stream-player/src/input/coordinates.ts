// From a place in the page to a place on the picture. Pure.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Where a picture lies inside a box that shows it whole, centred (CSS `object-fit: contain`). */
export function pictureBox(box: Box, picture: Size): Box {
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return {
    left: box.left + (box.width - width) / 2,
    top: box.top + (box.height - height) / 2,
    width,
    height,
  };
}

export interface PlaceOnPicture {
  /** 0-65535 of the picture's width and height, clamped to it. */
  readonly x: number;
  readonly y: number;
  /** False where the pointer is on the bars beside the picture. */
  readonly inside: boolean;
}

export function placeOnPicture(clientX: number, clientY: number, box: Box, picture: Size): PlaceOnPicture {
  const shown = pictureBox(box, picture);
  const x = shown.width > 0 ? (clientX - shown.left) / shown.width : 0;
  const y = shown.height > 0 ? (clientY - shown.top) / shown.height : 0;
  return { x: to16Bits(x), y: to16Bits(y), inside: x >= 0 && x <= 1 && y >= 0 && y <= 1 };
}

/** The mirror image through the picture's centre: the second finger of a Ctrl-drag pinch. */
export function mirrored(place: PlaceOnPicture): PlaceOnPicture {
  return { x: 65535 - place.x, y: 65535 - place.y, inside: true };
}

function to16Bits(share: number): number {
  return Math.round(Math.max(0, Math.min(1, share)) * 65535);
}
