// Composes the screen: the front window and its opening animation, overlays, bars, and the edges where gestures begin.
// It arranges windows and knows nothing of their contents.
import type { Scene } from './draw/scene.ts';
import { Slide } from './draw/slide.ts';
import type { Rect } from './draw/target.ts';
import type { Theme } from './draw/theme.ts';
import type { WindowInfo } from './draw/view-tree.ts';
import type { createHome } from './system-ui/home.ts';
import type { createKeyboard } from './system-ui/keyboard.ts';
import {
  drawNavigationHandle,
  drawStatusBar,
  NAVIGATION_BAR_DP,
  STATUS_BAR_DP,
  type StatusBarState,
} from './system-ui/status-bar.ts';
import {
  KEYBOARD_WINDOW,
  LAUNCHER_WINDOW,
  NAVIGATION_BAR_WINDOW,
  STATUS_BAR_WINDOW,
} from './system-ui/window-infos.ts';
import type { Tasks } from './tasks.ts';

/** A panel above the windows. */
export interface Overlay {
  readonly visible: boolean;
  /** Colour of the bars' icons over the panel. Without it, the colour of the window below stays. */
  readonly bars?: 'light' | 'theme';
  /** False while the panel slides in below the status bar, whose icons then keep the wallpaper's colour. */
  readonly coversTop?: boolean;
  readonly window: WindowInfo;
  draw(scene: Scene): void;
}

export interface DesktopDeps {
  readonly tasks: Tasks;
  readonly home: ReturnType<typeof createHome>;
  readonly keyboard: ReturnType<typeof createKeyboard>;
  readonly keyboardShown: () => boolean;
  /** The app in front forbids pictures of its window. */
  readonly isSecure: () => boolean;
  readonly lockScreen: Overlay;
  /** Lowest first. */
  readonly overlays: readonly Overlay[];
  readonly theme: () => Theme;
  readonly statusBar: () => StatusBarState;
  /** A readable colour for text on the upper part of the wallpaper. */
  readonly wallpaperInk: string;
  readonly displayOn: () => boolean;
  readonly actions: { home(): void; back(): void; recents(): void; shade(): void };
}

const OPEN_MS = 220;
const EDGE_DP = 14;
const LIGHT = '#ffffff';
const DARK = '#1d1d1f';

export function createDesktop(deps: DesktopDeps) {
  let opening: { readonly from: Rect; readonly slide: Slide } | undefined;

  const drawApp = (scene: Scene) => {
    const front = deps.tasks.front;
    if (!front) return;
    const keyboard = deps.keyboardShown() ? deps.keyboard.height(scene) : 0;
    scene.insets = { top: STATUS_BAR_DP, bottom: Math.max(NAVIGATION_BAR_DP, keyboard) };
    const title = `${front.packageName}/${front.activity}`;
    scene.window({ type: 'app', title, packageName: front.packageName, takesFocus: true }, () =>
      scene.view(scene.bounds, { className: 'FrameLayout', blocks: true }, () => front.app.draw(scene)),
    );
    if (deps.isSecure()) scene.rect(scene.bounds, '#000000');
    scene.insets = { top: STATUS_BAR_DP, bottom: NAVIGATION_BAR_DP };
    if (keyboard > 0) {
      const board = { x: 0, y: scene.height - keyboard, width: scene.width, height: keyboard };
      drawWindow(scene, KEYBOARD_WINDOW, deps.keyboard.draw, board);
    }
  };

  /** Progress of the opening animation, 0 to 1. */
  const progress = (scene: Scene) => {
    const part = opening?.slide.progress(scene) ?? 1;
    if (part === 1) opening = undefined;
    return 1 - (1 - part) ** 3;
  };

  const drawWindows = (scene: Scene) => {
    const opened = progress(scene);
    if (!deps.tasks.front || opened < 1) drawWindow(scene, LAUNCHER_WINDOW, deps.home.draw);
    if (!deps.tasks.front) return;
    if (opened === 1 || !opening) return drawApp(scene);
    const { from } = opening;
    const lerp = (a: number, b: number) => a + (b - a) * opened;
    const frame = {
      x: lerp(from.x, 0),
      y: lerp(from.y, 0),
      width: lerp(from.width, scene.width),
      height: lerp(from.height, scene.height),
    };
    scene.clipped(
      frame,
      () => {
        const scale = frame.width / scene.width;
        scene.ctx.translate(frame.x, frame.y);
        scene.ctx.scale(scale, scale);
        drawApp(scene);
      },
      lerp(from.width / 2, 28),
    );
  };

  const drawEdges = (scene: Scene) => {
    for (const x of [0, scene.width - EDGE_DP]) {
      scene.target({
        x,
        y: STATUS_BAR_DP,
        width: EDGE_DP,
        height: scene.height - STATUS_BAR_DP - NAVIGATION_BAR_DP,
        drag: { axis: 'x', end: (_vx, _vy, dx) => (x === 0 ? dx : -dx) > 40 && deps.actions.back() },
      });
    }
    scene.target({
      x: 0,
      y: scene.height - NAVIGATION_BAR_DP,
      width: scene.width,
      height: NAVIGATION_BAR_DP,
      blocks: true,
      drag: {
        axis: 'y',
        // A fast swipe goes home; a slow swipe that stops in the middle shows the recent apps.
        end: (_vx, velocity, _dx, dy) => {
          if (dy > -24 && velocity > -200) return;
          if (dy < -90 && velocity > -250) deps.actions.recents();
          else deps.actions.home();
        },
      },
    });
    scene.target({
      x: 0,
      y: 0,
      width: scene.width,
      height: STATUS_BAR_DP - 6,
      drag: { axis: 'y', end: (_vx, velocity) => velocity >= 0 && deps.actions.shade() },
    });
  };

  const drawOverlays = (scene: Scene) => {
    for (const overlay of deps.overlays) {
      if (overlay.visible) drawWindow(scene, overlay.window, overlay.draw);
    }
  };

  const barColors = (locked: boolean) => {
    const { app } = deps.tasks.front ?? {};
    const top = deps.overlays.findLast((overlay) => overlay.visible && overlay.bars);
    const over = top?.bars;
    if (over === 'theme') {
      const color = deps.theme().dark ? LIGHT : DARK;
      return { signs: top?.coversTop === false ? deps.wallpaperInk : color, handle: color };
    }
    if (over === 'light') return { signs: LIGHT, handle: LIGHT };
    if (locked || !app) return { signs: deps.wallpaperInk, handle: LIGHT };
    const byTheme = deps.theme().dark ? 'light' : 'dark';
    const signs = app.barIcons ?? byTheme;
    const handle = deps.keyboardShown() ? byTheme : (app.handle ?? signs);
    return { signs: signs === 'light' ? LIGHT : DARK, handle: handle === 'light' ? LIGHT : DARK };
  };

  return {
    /** Starts the opening animation of the front app from the bounds of its icon. */
    openFrom(rect: Rect | undefined) {
      opening = rect && { from: rect, slide: new Slide(OPEN_MS) };
    },
    draw(scene: Scene) {
      scene.insets = { top: STATUS_BAR_DP, bottom: NAVIGATION_BAR_DP };
      if (!deps.displayOn()) {
        scene.rect(scene.bounds, '#000000');
        return;
      }
      const locked = deps.lockScreen.visible;
      if (locked) drawWindow(scene, deps.lockScreen.window, deps.lockScreen.draw);
      else drawWindows(scene);
      if (!locked) drawOverlays(scene);
      const colors = barColors(locked);
      const bar = { x: 0, y: 0, width: scene.width, height: STATUS_BAR_DP };
      drawWindow(scene, STATUS_BAR_WINDOW, () => drawStatusBar(scene, deps.statusBar(), colors.signs), bar);
      if (locked) return;
      const foot = { ...bar, y: scene.height - NAVIGATION_BAR_DP, height: NAVIGATION_BAR_DP };
      drawWindow(scene, NAVIGATION_BAR_WINDOW, () => drawNavigationHandle(scene, colors.handle), foot);
      drawEdges(scene);
    },
  };
}

/** Draws a window with its root view. */
function drawWindow(
  scene: Scene,
  info: WindowInfo,
  draw: (scene: Scene) => void,
  rect: Rect = scene.bounds,
): void {
  scene.window(info, () => scene.view(rect, { className: 'FrameLayout' }, () => draw(scene)), rect);
}
