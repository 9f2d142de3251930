// One drawing of the screen. Lengths are in dp, as on Android, so that a layout fits each size and density. While it
// draws, a scene records touch targets and views: one pass serves the picture, touches and accessibility tools.
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { iconFont, textFont } from './fonts.ts';
import { intersect, type Rect, type Target } from './target.ts';
import { type View, ViewTree, type WindowInfo } from './view-tree.ts';

interface TextStyle {
  readonly weight?: number;
  readonly align?: 'left' | 'center' | 'right';
  /** Direction of the paragraph, which places characters without a direction. */
  readonly direction?: 'ltr' | 'rtl';
  /** Texts wider than this many dp end in an ellipsis. */
  readonly maxWidth?: number;
  /** The resource of the text, for accessibility tools. */
  readonly id?: string;
}

/** Space that system bars and keyboard cover, in dp. */
export interface Insets {
  readonly top: number;
  readonly bottom: number;
}

export class Scene {
  readonly ctx: SKRSContext2D;
  /** Size of the screen in dp. */
  readonly width: number;
  readonly height: number;
  /** The phone's clock, ms. */
  readonly now: number;
  /** Start time for animations that begin with this drawing: `now`, or the time of the change if nobody watched it. */
  readonly since: number;
  readonly targets: Target[] = [];
  readonly views = new ViewTree();
  insets: Insets = { top: 0, bottom: 0 };
  /** Pictures per second that the drawn animations need; 0 without animations. */
  animationFps = 0;
  readonly #scale: number;
  #clip: Rect;

  /** `scale` is the number of canvas pixels per dp. */
  constructor(
    canvas: Canvas,
    sizeDp: { width: number; height: number },
    scale: number,
    now: number,
    since = now,
  ) {
    this.ctx = canvas.getContext('2d');
    this.ctx.setTransform(scale, 0, 0, scale, 0, 0);
    this.#scale = scale;
    this.width = sizeDp.width;
    this.height = sizeDp.height;
    this.now = now;
    this.since = since;
    this.#clip = this.bounds;
  }

  get bounds(): Rect {
    return { x: 0, y: 0, width: this.width, height: this.height };
  }

  /** Requests further pictures for an animation. */
  animate(framesPerSecond = 60): void {
    this.animationFps = Math.max(this.animationFps, framesPerSecond);
  }

  /** Canvas pixels per dp, for callers with cached bitmaps. */
  get scale(): number {
    return this.#scale;
  }

  /** Draws a line of text of a size in dp, with its baseline at y. Returns its width. */
  text(text: string, x: number, y: number, size: number, color: string, style: TextStyle = {}): number {
    const { ctx } = this;
    ctx.font = textFont(text, size, style.weight ?? 400);
    ctx.fillStyle = color;
    ctx.textAlign = 'left';
    ctx.direction = style.direction ?? 'ltr';
    let shown = text;
    let width = ctx.measureText(shown).width;
    if (style.maxWidth !== undefined && width > style.maxWidth) {
      shown = this.#ellipsize(text, style.maxWidth);
      width = ctx.measureText(shown).width;
    }
    const left = style.align === 'center' ? x - width / 2 : style.align === 'right' ? x - width : x;
    ctx.fillText(shown, left, y);
    ctx.direction = 'ltr';
    const rect = { x: left, y: y - size, width, height: size * 1.25 };
    if (text.trim() !== '') this.views.text(this.#shownPart(rect), text, style.id);
    return width;
  }

  measure(text: string, size: number, weight = 400): number {
    this.ctx.font = textFont(text, size, weight);
    return this.ctx.measureText(text).width;
  }

  /** Draws a Material symbol centred on a point. `fill` 1 is the filled variant. */
  icon(name: string, centerX: number, centerY: number, size: number, color: string, fill: 0 | 1 = 0): void {
    const { ctx } = this;
    ctx.font = iconFont(size);
    ctx.fontVariationSettings = `'FILL' ${fill}`;
    ctx.fillStyle = color;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'alphabetic';
    ctx.fillText(name, centerX - size / 2, centerY + size / 2);
    ctx.fontVariationSettings = 'normal';
  }

  rect(rect: Rect, color: string): void {
    this.ctx.fillStyle = color;
    this.ctx.fillRect(rect.x, rect.y, rect.width, rect.height);
  }

  rounded(rect: Rect, radius: number, color: string): void {
    this.ctx.fillStyle = color;
    this.ctx.beginPath();
    this.ctx.roundRect(rect.x, rect.y, rect.width, rect.height, radius);
    this.ctx.fill();
  }

  circle(x: number, y: number, radius: number, color: string): void {
    this.ctx.fillStyle = color;
    this.ctx.beginPath();
    this.ctx.arc(x, y, radius, 0, Math.PI * 2);
    this.ctx.fill();
  }

  /** Adds a touch target; later targets lie above earlier ones. */
  target(target: Target): void {
    const rect = this.#shownPart(target);
    if (rect.width > 0 && rect.height > 0) this.targets.push({ ...target, ...rect });
  }

  /** Draws a view. It is a touch target too if it reacts to touches. */
  view(rect: Rect, view: View, draw: () => void = () => undefined): void {
    const { onTap, onLongPress, drag, touch, onScroll } = view;
    if (onTap ?? onLongPress ?? drag ?? touch ?? onScroll ?? view.blocks) this.target({ ...rect, ...view });
    this.views.view(this.#shownPart(rect), view, draw);
  }

  /** Draws a window of Android's, which is as large as the screen unless `rect` is given. */
  window(info: WindowInfo, draw: () => void, rect: Rect = this.bounds): void {
    this.views.window(rect, info, draw);
  }

  /** Draws inside a rectangle; what is outside of it is cut off. */
  clipped(rect: Rect, draw: () => void, radius = 0): void {
    const outer = this.#clip;
    this.#clip = intersect(this.#toScreen(rect), outer);
    this.ctx.save();
    this.ctx.beginPath();
    this.ctx.roundRect(rect.x, rect.y, rect.width, rect.height, radius);
    this.ctx.clip();
    draw();
    this.ctx.restore();
    this.#clip = outer;
  }

  /** Draws without recording views and targets, for previews. */
  muted(draw: () => void): void {
    const outer = this.#clip;
    this.#clip = { x: 0, y: 0, width: 0, height: 0 };
    this.views.muted(draw);
    this.#clip = outer;
  }

  /** Draws with an offset. */
  moved(x: number, y: number, draw: () => void): void {
    this.ctx.save();
    this.ctx.translate(x, y);
    draw();
    this.ctx.restore();
  }

  #ellipsize(text: string, maxWidth: number): string {
    const letters = [...text];
    let fits = 0;
    let tooMany = letters.length;
    while (tooMany - fits > 1) {
      const middle = (fits + tooMany) >> 1;
      const candidate = `${letters.slice(0, middle).join('')}…`;
      if (this.ctx.measureText(candidate).width <= maxWidth) fits = middle;
      else tooMany = middle;
    }
    return `${letters.slice(0, fits).join('').trimEnd()}…`;
  }

  /** The rectangle on the screen, without what is cut off. */
  #shownPart(rect: Rect): Rect {
    return intersect(this.#toScreen(rect), this.#clip);
  }

  #toScreen(rect: Rect): Rect {
    const matrix = this.ctx.getTransform();
    return {
      x: (matrix.a * rect.x + matrix.e) / this.#scale,
      y: (matrix.d * rect.y + matrix.f) / this.#scale,
      width: (matrix.a * rect.width) / this.#scale,
      height: (matrix.d * rect.height) / this.#scale,
    };
  }
}
