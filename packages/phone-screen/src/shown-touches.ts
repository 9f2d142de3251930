import type { TouchAction } from '@pocketfleet/phone-parts';
import type { Scene } from './draw/scene.ts';

const RADIUS_DP = 12;
const MAX_TOUCHES = 32;

/** Draws the fingers' positions, in dp, above everything while the setting `show_touches` is on. */
export function createShownTouches(shown: () => boolean, invalidate: () => void) {
  const touches = new Map<number, { x: number; y: number }>();
  return {
    note(action: TouchAction, pointerId: number, x: number, y: number) {
      if (action === 'up' || action === 'cancel') touches.delete(pointerId);
      else if (action !== 'hover' && (touches.has(pointerId) || touches.size < MAX_TOUCHES)) {
        touches.set(pointerId, { x, y });
      }
      if (shown()) invalidate();
    },
    /** Removes all fingers, when the display turns. */
    clear: () => touches.clear(),
    draw({ ctx }: Scene) {
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
