// Rectangles of the screen in dp, and what happens when fingers touch them.
import type { TouchAction } from '@pocketfleet/phone-parts';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A drag of one finger: distances in dp since its start, which are 0 if it was cancelled, and speeds in dp per second. */
export interface Drag {
  readonly axis: 'x' | 'y';
  start?(x: number, y: number): void;
  move?(dx: number, dy: number): void;
  end(velocityX: number, velocityY: number, dx: number, dy: number): void;
}

type RawTouch = (action: TouchAction, pointerId: number, x: number, y: number, pressure: number) => void;

export interface Target extends Rect {
  readonly onTap?: (x: number, y: number) => void;
  readonly onLongPress?: () => void;
  readonly drag?: Drag;
  /** Receives all events of all fingers that start here, without gesture detection. */
  readonly touch?: RawTouch;
  readonly onScroll?: (dx: number, dy: number) => void;
  /** Targets below this one receive no touches. */
  readonly blocks?: boolean;
}

export function contains(rect: Rect, x: number, y: number): boolean {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

export function intersect(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.min(a.x + a.width, b.x + b.width) - x,
    height: Math.min(a.y + a.height, b.y + b.height) - y,
  };
}
