// The notification shade with quick settings.
import type { SettingsStore } from '@pocketfleet/phone-parts';
import type { Overlay } from '../desktop.ts';
import type { Scene } from '../draw/scene.ts';
import { Slide } from '../draw/slide.ts';
import type { Rect } from '../draw/target.ts';
import type { Theme } from '../draw/theme.ts';
import type { View } from '../draw/view-tree.ts';
import { drawButton } from '../draw/widgets.ts';
import { clockText, dateText } from './status-bar.ts';
import { SHADE_WINDOW } from './window-infos.ts';

interface Notification {
  readonly icon: string;
  readonly title: string;
  readonly text: string;
  readonly onTap: () => void;
}

export interface ShadeDeps {
  readonly settings: SettingsStore;
  readonly theme: () => Theme;
  readonly invalidate: () => void;
  readonly notifications: () => readonly Notification[];
  readonly openSettings: () => void;
}

export interface Shade extends Overlay {
  open(full: boolean): void;
  /** True if the shade was open. */
  close(): boolean;
  /** Notifications that were not dismissed. */
  notifications(): readonly Notification[];
}

const SLIDE_MS = 200;
const TILE_DP = 64;
const GAP_DP = 10;
const NOTIFICATION_STEP_DP = 84;

interface Tile {
  readonly icon: string;
  readonly label: string;
  readonly on: boolean;
  readonly toggle: () => void;
}

export function createShade(deps: ShadeDeps): Shade {
  let state: 'closed' | 'short' | 'full' = 'closed';
  let slide = new Slide(SLIDE_MS);
  const dismissed = new Set<string>();

  const notifications = () => deps.notifications().filter(({ title }) => !dismissed.has(title));

  const change = (next: typeof state) => {
    if (state === 'closed') slide = new Slide(SLIDE_MS);
    state = next;
    deps.invalidate();
  };

  const tile = (
    icon: string,
    label: string,
    namespace: 'global' | 'system' | 'secure',
    key: string,
    values: readonly [on: string, off: string],
    otherwise: string,
  ): Tile => {
    const on = (deps.settings.get(namespace, key) ?? otherwise) === values[0];
    return { icon, label, on, toggle: () => deps.settings.set(namespace, key, values[on ? 1 : 0]) };
  };
  const tiles = (): Tile[] => [
    tile('wifi', 'Wi-Fi', 'global', 'wifi_on', ['1', '0'], '1'),
    tile('bluetooth', 'Bluetooth', 'global', 'bluetooth_on', ['1', '0'], '0'),
    tile('dark_mode', 'Dark theme', 'secure', 'ui_night_mode', ['2', '1'], '1'),
    tile('screen_rotation', 'Auto-rotate', 'system', 'accelerometer_rotation', ['1', '0'], '0'),
    tile('do_not_disturb_on', 'Do Not Disturb', 'global', 'zen_mode', ['1', '0'], '0'),
    tile('airplanemode_active', 'Airplane mode', 'global', 'airplane_mode_on', ['1', '0'], '0'),
  ];

  const drawTile = (scene: Scene, entry: Tile, at: Rect) => {
    const theme = deps.theme();
    scene.rounded(at, 26, entry.on ? theme.accent : theme.raised);
    const color = entry.on ? theme.onAccent : theme.text;
    scene.icon(entry.icon, at.x + 30, at.y + at.height / 2, 22, color, entry.on ? 1 : 0);
    scene.text(entry.label, at.x + 52, at.y + 29, 14.5, color, { weight: 500, maxWidth: at.width - 62 });
    scene.ctx.globalAlpha = 0.75;
    scene.text(entry.on ? 'On' : 'Off', at.x + 52, at.y + 47, 12.5, color);
    scene.ctx.globalAlpha = 1;
  };

  const drawBrightness = (scene: Scene, y: number, width: number) => {
    const theme = deps.theme();
    const level = Math.min(1, Number(deps.settings.get('system', 'screen_brightness') ?? 128) / 255);
    const bar = { x: 20, y, width, height: 44 };
    scene.rounded(bar, 22, theme.raised);
    scene.rounded({ ...bar, width: Math.max(44, width * level) }, 22, theme.accent);
    scene.icon('brightness_6', bar.x + 24, y + 22, 22, theme.onAccent, 1);
    const set = (x: number) => {
      const value = Math.round(Math.min(1, Math.max(0.02, (x - bar.x) / width)) * 255);
      deps.settings.set('system', 'screen_brightness', String(value));
    };
    scene.view(bar, {
      className: 'SeekBar',
      id: 'slider',
      description: 'Display brightness',
      touch: (action, _id, x) => action !== 'cancel' && action !== 'up' && set(x),
    });
  };

  const drawNotifications = (scene: Scene, top: number, whole: number, columns: number) => {
    const theme = deps.theme();
    const shown = notifications();
    const width = columnWidth(whole, columns);
    for (const [index, entry] of shown.entries()) {
      const y = top + Math.floor(index / columns) * NOTIFICATION_STEP_DP;
      const card = { x: 20 + (index % columns) * (width + GAP_DP), y, width, height: 76 };
      scene.rounded(card, 24, theme.surface);
      scene.circle(card.x + 36, y + 38, 19, theme.tint);
      scene.icon(entry.icon, card.x + 36, y + 38, 20, theme.onTint, 1);
      const drawTexts = () => {
        scene.text(entry.title, card.x + 68, y + 33, 15, theme.text, {
          weight: 500,
          maxWidth: width - 88,
          id: 'android:id/title',
        });
        scene.text(entry.text, card.x + 68, y + 54, 13.5, theme.secondText, {
          maxWidth: width - 88,
          id: 'android:id/text',
        });
      };
      const view: View = {
        className: 'FrameLayout',
        id: 'expandableNotificationRow',
        onTap: () => {
          change('closed');
          entry.onTap();
        },
        drag: {
          axis: 'x',
          end: (velocity) => {
            if (Math.abs(velocity) > 100) dismissed.add(entry.title);
            deps.invalidate();
          },
        },
      };
      scene.view(card, view, drawTexts);
    }
    const y = top + Math.ceil(shown.length / columns) * NOTIFICATION_STEP_DP;
    if (shown.length === 0) {
      scene.text('No notifications', 20 + whole / 2, y + 34, 15, theme.secondText, { align: 'center' });
      return y + 56;
    }
    const clear = () => {
      for (const entry of shown) dismissed.add(entry.title);
      deps.invalidate();
    };
    const button = { x: 20 + whole - 104, y: y + 2, width: 104, height: 40 };
    drawButton(scene, button, {
      id: 'dismiss_text',
      text: 'Clear all',
      ground: theme.tint,
      color: theme.onTint,
      onTap: clear,
    });
    return y + 56;
  };

  const drawPanel = (scene: Scene) => {
    const theme = deps.theme();
    const width = scene.width - 40;
    // Landscape has room for twice as many columns, but for few rows.
    const columns = scene.width > scene.height ? 2 : 1;
    scene.text(clockText(scene.now), 24, 78, 34, theme.text);
    scene.text(dateText(scene.now), 24, 101, 14, theme.secondText);
    scene.icon('settings', 20 + width - 18, 74, 24, theme.text);
    const gear = { x: width - 30, y: 48, width: 56, height: 56 };
    scene.view(gear, {
      className: 'ImageButton',
      id: 'settings_button_container',
      description: 'Open settings',
      onTap: () => {
        change('closed');
        deps.openSettings();
      },
    });
    drawBrightness(scene, 116, width);
    const all = tiles();
    const visible = state === 'full' ? all : all.slice(0, 4);
    const tilesInRow = 2 * columns;
    const tileWidth = columnWidth(width, tilesInRow);
    visible.forEach((entry, i) => {
      const at = {
        x: 20 + (i % tilesInRow) * (tileWidth + GAP_DP),
        y: 172 + Math.floor(i / tilesInRow) * (TILE_DP + GAP_DP),
        width: tileWidth,
        height: TILE_DP,
      };
      const view = { className: 'Switch', id: 'tile', isChecked: entry.on, onTap: entry.toggle };
      scene.view(at, view, () => drawTile(scene, entry, at));
    });
    const rows = Math.ceil(visible.length / tilesInRow);
    drawNotifications(scene, 182 + rows * (TILE_DP + GAP_DP), width, columns);
  };

  return {
    bars: 'theme',
    window: SHADE_WINDOW,
    get visible() {
      return state !== 'closed';
    },
    open: (full) => change(full || state === 'short' ? 'full' : 'short'),
    notifications,
    close() {
      if (state === 'closed') return false;
      change('closed');
      return true;
    },
    draw(scene) {
      const t = slide.progress(scene);
      const lift = (1 - (1 - (1 - t) ** 3)) * -scene.height * 0.4;
      scene.target({
        ...scene.bounds,
        blocks: true,
        onTap: () => change('closed'),
        drag: { axis: 'y', end: (_vx, velocity) => change(velocity > 0 ? 'full' : 'closed') },
      });
      const ground = deps.theme().dark ? '8, 9, 11' : '238, 240, 244';
      const full = scene.bounds;
      scene.rect(full, `rgba(${ground}, ${0.985 * t})`);
      scene.moved(0, lift, () => drawPanel(scene));
    },
  };
}

function columnWidth(whole: number, columns: number): number {
  return (whole - GAP_DP * (columns - 1)) / columns;
}
