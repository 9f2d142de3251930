// What a decoder gives and a renderer draws: WebCodecs' frames, or the pictures of a decoder of our own that has none.

/** A picture that is converted when it is drawn, so that one which is replaced before costs no conversion. */
export interface SoftPicture {
  readonly displayWidth: number;
  readonly displayHeight: number;
  /** Valid until the next picture of the same decoder is asked for its own. */
  image(): OffscreenCanvas;
  close(): void;
}

export type Picture = VideoFrame | SoftPicture;

export function imageOf(picture: Picture): CanvasImageSource {
  return 'image' in picture ? picture.image() : picture;
}
