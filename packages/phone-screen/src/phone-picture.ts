// Draws the desktop on demand: for streams at their size, and for touches without pixels.
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Picture, Size } from '@pocketfleet/phone-parts';
import { Scene } from './draw/scene.ts';

const MINUTE_MS = 60_000;
/** Most canvases that are kept. Streams of more different sizes are rare. */
const CANVASES = 3;

export interface PhonePicture extends Picture {
  /** Notifies the watchers that the picture has changed. */
  invalidate(): void;
  /** The current scene for touch targets and texts. Draws without pixels if no current drawing exists. */
  scene(): Scene;
  /** A canvas with the current picture. It is valid until the next drawing. */
  draw(size: Size): Canvas;
  stop(): void;
}

export interface PhonePictureDeps {
  readonly size: () => Size;
  /** Pixels of the display for each dp. */
  readonly density: () => number;
  readonly now: () => number;
  readonly compose: (scene: Scene) => void;
}

export function createPhonePicture(deps: PhonePictureDeps): PhonePicture {
  const watchers = new Set<() => void>();
  const canvases = new Map<string, { canvas: Canvas; version: number }>();
  const dry = createCanvas(1, 1);
  let version = 0;
  let latest: { scene: Scene; version: number } | undefined;
  let clock: NodeJS.Timeout | undefined;

  /** Time of the last change without watchers. With watchers, animations start at their first drawing. */
  let unwatchedChangeAt: number | undefined;

  const invalidate = () => {
    version++;
    unwatchedChangeAt = watchers.size === 0 ? deps.now() : undefined;
    for (const watcher of [...watchers]) watcher();
  };

  const tick = () => {
    clearTimeout(clock);
    if (watchers.size === 0) return;
    clock = setTimeout(
      () => {
        invalidate();
        tick();
      },
      MINUTE_MS - (deps.now() % MINUTE_MS),
    );
    clock.unref();
  };

  const compose = (canvas: Canvas, scale: number): Scene => {
    const { width, height } = deps.size();
    const density = deps.density();
    const drawn = version;
    const sizeDp = { width: width / density, height: height / density };
    const scene = new Scene(canvas, sizeDp, scale, deps.now(), unwatchedChangeAt);
    deps.compose(scene);
    latest = { scene, version: drawn };
    return scene;
  };

  const draw = (size: Size): Canvas => {
    const key = `${size.width}x${size.height}`;
    let entry = canvases.get(key);
    if (!entry) {
      const oldest = canvases.keys().next().value;
      if (canvases.size >= CANVASES && oldest !== undefined) canvases.delete(oldest);
      entry = { canvas: createCanvas(size.width, size.height), version: -1 };
      canvases.set(key, entry);
    }
    if (entry.version !== version || latest?.scene.animationFps) {
      entry.version = version;
      // Width and height may be rounded differently; the distortion is less than a pixel.
      compose(entry.canvas, (size.width / deps.size().width) * deps.density());
    }
    return entry.canvas;
  };

  return {
    get size() {
      return deps.size();
    },
    get animationFps() {
      return latest?.scene.animationFps ?? 0;
    },
    render: (size) => draw(size).data(),
    watch(listener) {
      watchers.add(listener);
      tick();
      return () => {
        watchers.delete(listener);
        if (watchers.size > 0) return;
        clearTimeout(clock);
        canvases.clear();
      };
    },
    invalidate,
    scene() {
      if (latest && latest.version === version && latest.scene.animationFps === 0) return latest.scene;
      return compose(dry, deps.density());
    },
    draw,
    stop() {
      clearTimeout(clock);
      watchers.clear();
      canvases.clear();
    },
  };
}
