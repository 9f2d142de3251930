import type { TouchAction } from '@pocketfleet/phone-parts';
import type { Scene } from './draw/scene.ts';

/** Draws the fingers' positions above everything while the setting `show_touches` is on. */
export interface ShownTouches {
  note(action: TouchAction, pointerId: number, x: number, y: number): void;
  /** Removes all fingers, when the display turns. */
  clear(): void;
  draw(scene: Scene): void;
}

const RADIUS_DP = 12;
const MAX_TOUCHES = 32;

/** Positions are in dp. */
export function createShownTouches(shown: () => boolean, invalidate: () => void): ShownTouches {
  const touches = new Map<number, { x: number; y: number }>();
  return {
    note(action, pointerId, x, y) {
      if (action === 'up' || action === 'cancel') touches.delete(pointerId);
      else if (action !== 'hover' && (touches.has(pointerId) || touches.size < MAX_TOUCHES)) {
        touches.set(pointerId, { x, y });
      }
      if (shown()) invalidate();
    },
    clear: () => touches.clear(),
    draw({ ctx }) {
      if (!shown()) return;
      for (const { x, y } of touches.values()) {
        ctx.beginPath();
        ctx.arc(x, y, RADIUS_DP, 0, 2 * Math.PI);
        ctx.fillStyle = 'rgba(255, 255, 255, 0.65)';
        ctx.fill();
        ctx.lineWidth = 1.5;
        ctx.strokeStyle = 'rgba(0, 0, 0, 0.6)';
        ctx.stroke();
      }
    },
  };
}
