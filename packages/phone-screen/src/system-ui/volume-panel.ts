import type { SettingsStore } from '@pocketfleet/phone-parts';
import type { Overlay } from '../desktop.ts';
import type { Theme } from '../draw/theme.ts';
import { VOLUME_WINDOW } from './window-infos.ts';

const VOLUME_KEY = 'volume_music';
export const VOLUME_STEPS = 15;
const DEFAULT_VOLUME = 8;
const SHOWN_MS = 2_500;

export interface VolumePanel extends Overlay {
  /** Shows the panel with the volume changed by this many steps. */
  step(by: number): void;
  mute(): void;
  stop(): void;
}

export const volumeOf = (settings: SettingsStore): number => {
  const stored = Number(settings.get('system', VOLUME_KEY) ?? DEFAULT_VOLUME);
  return Number.isFinite(stored) ? Math.min(VOLUME_STEPS, Math.max(0, stored)) : DEFAULT_VOLUME;
};

export function createVolumePanel(deps: {
  settings: SettingsStore;
  theme: () => Theme;
  invalidate: () => void;
}): VolumePanel {
  let hide: NodeJS.Timeout | undefined;
  let audible = DEFAULT_VOLUME;

  const show = () => {
    clearTimeout(hide);
    hide = setTimeout(() => {
      hide = undefined;
      deps.invalidate();
    }, SHOWN_MS);
    hide.unref();
    deps.invalidate();
  };
  const set = (volume: number) => {
    const next = Math.min(VOLUME_STEPS, Math.max(0, Math.round(volume)));
    deps.settings.set('system', VOLUME_KEY, String(next));
    show();
  };

  return {
    window: VOLUME_WINDOW,
    get visible() {
      return hide !== undefined;
    },
    step: (by) => set(volumeOf(deps.settings) + by),
    mute() {
      const now = volumeOf(deps.settings);
      if (now > 0) audible = now;
      set(now > 0 ? 0 : audible);
    },
    stop() {
      clearTimeout(hide);
      hide = undefined;
    },
    draw(scene) {
      const theme = deps.theme();
      const volume = volumeOf(deps.settings);
      const panel = {
        x: scene.width - 76,
        y: Math.max(60, scene.height * 0.2),
        width: 60,
        height: Math.min(280, scene.height * 0.6),
      };
      scene.rounded(panel, 30, theme.surface);
      scene.target({ ...panel, blocks: true });
      const bar = { x: panel.x + 9, y: panel.y + 12, width: 42, height: panel.height - 64 };
      scene.rounded(bar, 21, theme.raised);
      const filled = Math.max(42, (bar.height * volume) / VOLUME_STEPS);
      scene.rounded({ ...bar, y: bar.y + bar.height - filled, height: filled }, 21, theme.accent);
      const icon = volume === 0 ? 'music_off' : 'music_note';
      scene.icon(icon, bar.x + 21, bar.y + bar.height - 21, 20, theme.onAccent, 1);
      const percent = `${Math.round((volume / VOLUME_STEPS) * 100)}%`;
      const style = { weight: 500, align: 'center' } as const;
      scene.text(percent, panel.x + 30, panel.y + panel.height - 20, 13, theme.text, style);
      const touch = (action: string, _id: number, _x: number, y: number) => {
        if (action === 'up' || action === 'cancel') return;
        set(((bar.y + bar.height - y) / bar.height) * VOLUME_STEPS);
      };
      scene.view(bar, { className: 'SeekBar', id: 'volume_row_slider', description: 'Media volume', touch });
    },
  };
}
