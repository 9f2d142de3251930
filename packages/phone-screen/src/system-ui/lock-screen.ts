import type { Scene } from '../draw/scene.ts';
import type { Launcher } from './launcher.ts';
import { clockText } from './status-bar.ts';

export interface LockScreenDeps extends Pick<Launcher, 'drawWallpaper' | 'ink' | 'invalidate'> {
  readonly unlock: () => void;
}

/** The lock screen shows the time. A swipe up unlocks it, because rented phones have no PIN. */
export function createLockScreen(deps: LockScreenDeps): { draw(scene: Scene): void } {
  let lift = 0;
  return {
    draw(scene) {
      deps.drawWallpaper(scene);
      const size = Math.min(scene.width * 0.26, scene.height * 0.2);
      const middle = scene.width / 2;
      scene.moved(0, -lift * 0.6, () => {
        const [hours, minutes] = clockText(scene.now).split(':');
        const top = scene.insets.top + scene.height * 0.14;
        const style = { weight: 500, align: 'center' } as const;
        if (scene.height > scene.width) {
          scene.text(hours ?? '', middle, top + size * 0.75, size, deps.ink, style);
          scene.text(minutes ?? '', middle, top + size * 1.65, size, deps.ink, style);
        } else {
          scene.text(`${hours}:${minutes}`, middle, top + size * 0.75, size, deps.ink, style);
        }
        const date = new Date(scene.now).toLocaleDateString('en-US', {
          weekday: 'long',
          month: 'long',
          day: 'numeric',
        });
        scene.text(date, middle, scene.insets.top + scene.height * 0.11, 17, deps.ink, { align: 'center' });
        scene.icon('lock', middle, scene.insets.top + 18, 20, deps.ink, 1);
        scene.text('Swipe up to unlock', middle, scene.height - 56, 14, '#ffffff', { align: 'center' });
        scene.icon('keyboard_arrow_up', middle, scene.height - 84, 24, '#ffffff');
      });
      scene.target({
        ...scene.bounds,
        blocks: true,
        drag: {
          axis: 'y',
          move: (_dx, dy) => {
            lift = Math.max(0, -dy);
            deps.invalidate();
          },
          end: (_vx, velocity) => {
            const far = lift > scene.height * 0.2 || velocity < -300;
            lift = 0;
            if (far) deps.unlock();
            else deps.invalidate();
          },
        },
      });
    },
  };
}
