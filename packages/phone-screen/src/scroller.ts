// The scroll position of a list: follows the finger, then slows down with Android's friction. It is a function of time,
// so no timer runs while nobody watches.
import type { Scene } from './draw/scene.ts';
import type { Rect } from './draw/target.ts';
import type { View } from './draw/view-tree.ts';

/** Fraction of the speed that is left after a second. */
const FRICTION = 0.12;
const STOP_DP_PER_S = 12;
/** A mouse wheel's notch, in dp. */
const WHEEL_DP = 64;

export class Scroller {
  #offset = 0;
  #max = 0;
  #velocity = 0;
  #since = 0;
  #settled = true;
  #dragFrom = 0;
  readonly #invalidate: () => void;

  constructor(invalidate: () => void) {
    this.#invalidate = invalidate;
  }

  get offset(): number {
    return this.#offset;
  }

  /** Sets the position during a drawing, without requesting another picture. */
  place(offset: number): void {
    this.#velocity = 0;
    this.#offset = offset;
  }

  jumpTo(offset: number): void {
    this.#velocity = 0;
    this.#offset = Math.max(0, offset);
    this.#invalidate();
  }

  /** Draws scrollable content at the current position. `list` tells accessibility tools what it is. */
  draw(
    scene: Scene,
    view: Rect,
    contentHeight: number,
    content: () => void,
    list: Pick<View, 'className' | 'id'> = { className: 'ScrollView' },
  ): void {
    this.#max = Math.max(0, contentHeight - view.height);
    this.#advance(scene.now);
    if (this.#velocity !== 0) scene.animate();
    scene.clipped(view, () => {
      const scrolled: View = {
        ...list,
        scroll: { forward: this.#offset < this.#max, backward: this.#offset > 0 },
        drag: {
          axis: 'y',
          start: () => {
            this.#velocity = 0;
            this.#dragFrom = this.#offset;
          },
          move: (_dx, dy) => this.jumpTo(Math.min(this.#max, this.#dragFrom - dy)),
          end: (_vx, vy) => {
            this.#velocity = -vy;
            this.#settled = false;
            this.#invalidate();
          },
        },
        onScroll: (_dx, dy) => this.jumpTo(Math.min(this.#max, this.#offset - dy * WHEEL_DP)),
      };
      scene.view(view, scrolled, () => scene.moved(view.x, view.y - this.#offset, content));
    });
  }

  #advance(now: number): void {
    if (this.#velocity === 0) {
      this.#offset = Math.min(this.#offset, this.#max);
      return;
    }
    // A fling starts at its first drawing, because the time of the touch may lag behind.
    if (!this.#settled) {
      this.#settled = true;
      this.#since = now;
    }
    const seconds = Math.max(0, (now - this.#since) / 1000);
    this.#since = now;
    const left = FRICTION ** seconds;
    const travelled = (this.#velocity * (left - 1)) / Math.log(FRICTION);
    this.#velocity *= left;
    const next = this.#offset + travelled;
    this.#offset = Math.min(this.#max, Math.max(0, next));
    if (next !== this.#offset || Math.abs(this.#velocity) < STOP_DP_PER_S) this.#velocity = 0;
  }
}
