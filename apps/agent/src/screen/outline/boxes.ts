import type { ScreenRect } from '@pocketfleet/contract';
import type { Box } from '../tree.ts';

export function intersection(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

export function isEmpty({ left, top, right, bottom }: Box): boolean {
  return right <= left || bottom <= top;
}

export function area(box: Box): number {
  return isEmpty(box) ? 0 : (box.right - box.left) * (box.bottom - box.top);
}

export function centreOf({ left, top, right, bottom }: Box): { x: number; y: number } {
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

export function holds(box: Box, { x, y }: { x: number; y: number }): boolean {
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
}

export function toRect({ left, top, right, bottom }: Box): ScreenRect {
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}
