// Detects taps, long presses and drags, with Android's distances and times. Only the first finger makes gestures;
// targets for several fingers (drawing, zooming) receive raw events.
import type { TouchAction } from '@pocketfleet/phone-parts';
import { contains, type Drag, type Target } from './draw/target.ts';

const SLOP_DP = 8;
const LONG_PRESS_MS = 450;
/** The speed at the end of a drag is measured over this time. */
const VELOCITY_WINDOW_MS = 100;

interface Finger {
  readonly id: number;
  readonly startX: number;
  readonly startY: number;
  readonly under: readonly Target[];
  drag: Drag | undefined;
  /** After a long press or a drag, lifting the finger is not a tap. */
  spent: boolean;
  trail: { x: number; y: number; at: number }[];
  timer: NodeJS.Timeout | undefined;
}

export interface GesturesDeps {
  /** Targets of the current screen, topmost last. */
  readonly targets: () => readonly Target[];
  readonly now: () => number;
}

export function createGestures(deps: GesturesDeps) {
  let finger: Finger | undefined;
  const raw = new Map<number, Target>();

  const drop = () => {
    clearTimeout(finger?.timer);
    finger = undefined;
  };

  const down = (pointerId: number, x: number, y: number, pressure: number) => {
    if (finger?.id === pointerId || raw.has(pointerId)) cancelPointer(pointerId, x, y);
    const under = targetsUnder(deps.targets(), x, y);
    const first = under[0];
    if (first?.touch) {
      raw.set(pointerId, first);
      return first.touch('down', pointerId, x, y, pressure);
    }
    if (finger) return;
    const pressed: Finger = {
      id: pointerId,
      startX: x,
      startY: y,
      under,
      drag: undefined,
      spent: false,
      trail: [{ x, y, at: deps.now() }],
      timer: undefined,
    };
    finger = pressed;
    const held = under.find((target) => target.onLongPress ?? target.onTap);
    if (held?.onLongPress) {
      pressed.timer = setTimeout(() => {
        pressed.spent = true;
        held.onLongPress?.();
      }, LONG_PRESS_MS);
      pressed.timer.unref();
    }
  };

  const move = (current: Finger, x: number, y: number) => {
    current.trail.push({ x, y, at: deps.now() });
    if (current.trail.length > 32) current.trail.shift();
    const dx = x - current.startX;
    const dy = y - current.startY;
    if (!current.drag && !current.spent && Math.hypot(dx, dy) > SLOP_DP) {
      clearTimeout(current.timer);
      current.spent = true;
      const axis = Math.abs(dx) > Math.abs(dy) ? 'x' : 'y';
      current.drag = current.under.find((target) => target.drag?.axis === axis)?.drag;
      current.drag?.start?.(current.startX, current.startY);
    }
    current.drag?.move?.(dx, dy);
  };

  const up = (current: Finger, x: number, y: number) => {
    const { drag, spent, under } = current;
    const velocity = speed(current, deps.now());
    drop();
    if (drag) return drag.end(velocity.x, velocity.y, x - current.startX, y - current.startY);
    if (!spent) under.find((target) => target.onTap)?.onTap?.(x, y);
  };

  const cancelPointer = (pointerId: number, x: number, y: number) => {
    raw.get(pointerId)?.touch?.('cancel', pointerId, x, y, 0);
    raw.delete(pointerId);
    if (finger?.id !== pointerId) return;
    const drag = finger.drag;
    drop();
    drag?.end(0, 0, 0, 0);
  };

  return {
    touch(action: TouchAction, pointerId: number, x: number, y: number, pressure: number) {
      if (action === 'hover') return;
      if (action === 'down') return down(pointerId, x, y, pressure);
      if (action === 'cancel') return cancelPointer(pointerId, x, y);
      const target = raw.get(pointerId);
      if (target) {
        if (action === 'up') raw.delete(pointerId);
        return target.touch?.(action, pointerId, x, y, pressure);
      }
      if (finger?.id !== pointerId) return;
      if (action === 'move') return move(finger, x, y);
      // The last distance may come with the end of the touch.
      if (Math.hypot(x - finger.startX, y - finger.startY) > SLOP_DP) move(finger, x, y);
      return up(finger, x, y);
    },
    /** Cancels the current gesture, when the windows change under the finger. */
    cancel() {
      for (const [pointerId] of raw) cancelPointer(pointerId, 0, 0);
      if (finger) cancelPointer(finger.id, finger.startX, finger.startY);
    },
  };
}

/** The targets at a point, topmost first, down to the first one that blocks touches. */
export function targetsUnder(targets: readonly Target[], x: number, y: number): Target[] {
  const under: Target[] = [];
  for (const target of targets.toReversed()) {
    if (!contains(target, x, y)) continue;
    under.push(target);
    if (target.blocks) break;
  }
  return under;
}

function speed(finger: Finger, now: number): { x: number; y: number } {
  const recent = finger.trail.filter((point) => now - point.at <= VELOCITY_WINDOW_MS);
  const first = recent[0];
  const last = recent.at(-1);
  if (!first || !last || last.at === first.at) return { x: 0, y: 0 };
  const seconds = (last.at - first.at) / 1000;
  return { x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds };
}
