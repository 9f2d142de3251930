import type { Size } from '../scrcpy/video-size.ts';

/**
 * The phone's picture as a screen capture sees it. Nothing is drawn until somebody asks, and no timer runs while
 * nobody does.
 */
export interface Picture {
  /** Current display size in pixels; width and height are swapped when the display is turned. */
  readonly size: Size;
  /** True while something moves by itself, so that the next picture will differ. */
  readonly animating: boolean;
  /** Draws the current picture at a size, as RGBA. The memory is the caller's alone. */
  render(size: Size): Uint8Array;
  /** Called when the picture has changed. Watching also keeps the clock in the status bar going. */
  watch(listener: () => void): () => void;
}
