import type { Size } from '../scrcpy/video-size.ts';

/**
 * The phone's picture as a screen capture sees it. Nothing is drawn until somebody asks, and no timer runs while
 * nobody does.
 */
export interface Picture {
  /** Current display size in pixels; width and height are swapped when the display is turned. */
  readonly size: Size;
  /** Pictures a second that are needed to show what moves by itself; 0 while all is still. */
  readonly animationFps: number;
  /** Draws the current picture at a size, as RGBA. The memory is the caller's alone. */
  render(size: Size): Uint8Array;
  /** Called when the picture has changed. Watching also keeps the clock in the status bar going. */
  watch(listener: () => void): () => void;
}
