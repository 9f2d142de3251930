// A decoded frame, which a decoder hands over and the renderer draws.

/** A frame of the WebAssembly decoder. It is converted only when it is drawn, so a replaced frame costs no conversion. */
export interface WasmFrame {
  readonly displayWidth: number;
  readonly displayHeight: number;
  /** Valid until this is called for another frame of the same decoder. */
  image(): OffscreenCanvas;
  close(): void;
}

export type Frame = VideoFrame | WasmFrame;

export function imageOf(frame: Frame): CanvasImageSource {
  return 'image' in frame ? frame.image() : frame;
}
