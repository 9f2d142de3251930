// Recent apps as a row of cards; a swipe up closes an app.
import type { Overlay } from '../desktop.ts';
import { drawAppIcon, letterIcon } from '../draw/app-icon.ts';
import type { Scene } from '../draw/scene.ts';
import type { Rect } from '../draw/target.ts';
import { drawButton } from '../draw/widgets.ts';
import type { Task, Tasks } from '../tasks.ts';
import type { Launcher } from './launcher.ts';
import { LAUNCHER_WINDOW } from './window-infos.ts';

export interface RecentsDeps extends Launcher {
  readonly tasks: Tasks;
}

export interface Recents extends Overlay {
  open(): void;
  /** True if the screen was open. */
  close(): boolean;
}

export function createRecents(deps: RecentsDeps): Recents {
  let visible = false;
  let offset = 0;
  let dragFrom = 0;
  let thrown: { task: Task; dy: number } | undefined;

  const close = () => {
    if (!visible) return false;
    visible = false;
    deps.invalidate();
    return true;
  };

  const drawCard = (scene: Scene, task: Task, card: Rect) => {
    const lift = thrown?.task === task ? Math.min(0, thrown.dy) : 0;
    const at = { ...card, y: card.y + lift };
    const scale = card.width / scene.width;
    const { animationFps } = scene;
    scene.clipped(
      at,
      () =>
        scene.muted(() => {
          scene.ctx.translate(at.x, at.y);
          scene.ctx.scale(scale, scale);
          task.app.draw(scene);
        }),
      24,
    );
    // A card is not animated, so a video in it requests no further pictures.
    scene.animationFps = animationFps;
    const name = task.packageName;
    const entry = deps.entries().find((one) => one.package === name);
    const label = entry?.label ?? name;
    drawAppIcon(scene, entry?.icon ?? letterIcon(name, name), at.x + 22, at.y - 26, 34, deps.shape);
    scene.text(label, at.x + 48, at.y - 20, 15, '#ffffff', { weight: 500, maxWidth: card.width - 52 });
    scene.view(card, {
      className: 'FrameLayout',
      id: 'task',
      description: label,
      onTap: () => deps.launch(name, card),
      drag: {
        axis: 'y',
        move: (_dx, dy) => {
          thrown = { task, dy };
          deps.invalidate();
        },
        end: (_vx, velocity) => {
          if ((thrown?.dy ?? 0) < -80 || velocity < -400) deps.tasks.close(name);
          thrown = undefined;
          deps.invalidate();
        },
      },
    });
  };

  const clearAll = () => {
    deps.tasks.closeAll();
    close();
  };

  return {
    bars: 'light',
    window: LAUNCHER_WINDOW,
    get visible() {
      return visible;
    },
    open() {
      visible = true;
      offset = 0;
      deps.invalidate();
    },
    close,
    draw(scene) {
      deps.drawWallpaper(scene);
      const full = scene.bounds;
      scene.rect(full, 'rgba(8, 10, 16, 0.55)');
      const { all } = deps.tasks;
      const height = scene.height * 0.62;
      const width = (height * scene.width) / scene.height;
      const step = width + 18;
      const last = Math.max(0, (all.length - 1) * step);
      scene.target({
        ...full,
        blocks: true,
        onTap: close,
        drag: {
          axis: 'x',
          start: () => {
            dragFrom = offset;
          },
          move: (dx) => {
            offset = Math.min(last, Math.max(0, dragFrom + dx));
            deps.invalidate();
          },
          end: () => undefined,
        },
      });
      if (all.length === 0) {
        scene.text('No recent items', scene.width / 2, scene.height / 2, 17, '#ffffff', { align: 'center' });
        return;
      }
      const left = (scene.width - width) / 2;
      // The latest app is in the middle, older ones to its left.
      [...all].reverse().forEach((task, i) => {
        const x = left + offset - (all.length - 1 - i) * step;
        if (x + width < 0 || x > scene.width) return;
        drawCard(scene, task, { x, y: scene.height * 0.17, width, height });
      });
      const below = scene.height * 0.17 + height + 26;
      const button = { x: scene.width / 2 - 60, y: below, width: 120, height: 44 };
      drawButton(scene, button, {
        id: 'clear_all',
        text: 'Clear all',
        ground: 'rgba(255, 255, 255, 0.16)',
        color: '#ffffff',
        onTap: clearAll,
      });
    },
  };
}
