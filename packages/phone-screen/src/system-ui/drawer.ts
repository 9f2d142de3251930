// The app drawer above the home screen: all apps, with a search field.
import type { Overlay } from '../desktop.ts';
import { drawAppIcon, type IconShape } from '../draw/app-icon.ts';
import type { Scene } from '../draw/scene.ts';
import type { Rect } from '../draw/target.ts';
import type { Theme } from '../draw/theme.ts';
import { Scroller } from '../scroller.ts';
import { TextField } from '../text-field.ts';
import type { LauncherEntry } from './home.ts';
import { LAUNCHER_WINDOW } from './window-infos.ts';

export interface DrawerDeps {
  readonly entries: () => readonly LauncherEntry[];
  readonly shape: IconShape;
  readonly theme: () => Theme;
  readonly invalidate: () => void;
  readonly launch: (packageName: string, from: Rect) => void;
}

export interface Drawer extends Overlay {
  readonly field: TextField;
  open(): void;
  /** True if the drawer was open. */
  close(): boolean;
  /** Opens the first app of the search result. */
  choose(): void;
}

const CELL_HEIGHT = 100;
const ICON = 54;
const SLIDE_MS = 220;

export function createDrawer(deps: DrawerDeps): Drawer {
  let visible = false;
  let openedAt: number | undefined;
  let coversTop = false;
  const scroller = new Scroller(deps.invalidate);
  const field = new TextField(() => {
    scroller.place(0);
    deps.invalidate();
  });

  const close = () => {
    if (!visible) return false;
    visible = false;
    deps.invalidate();
    return true;
  };
  const launch = (packageName: string, from: Rect) => {
    visible = false;
    deps.launch(packageName, from);
  };
  const found = () =>
    deps
      .entries()
      .filter((entry) => entry.label.toLowerCase().includes(field.value.trim().toLowerCase()))
      .toSorted((a, b) => a.label.localeCompare(b.label));

  const drawSearch = (scene: Scene, top: number) => {
    const theme = deps.theme();
    const bar = { x: 20, y: top, width: scene.width - 40, height: 50 };
    scene.rounded(bar, 25, theme.raised);
    scene.icon('search', bar.x + 28, top + 25, 22, theme.secondText);
    const hint = field.value === '';
    const text = hint ? 'Search apps' : field.value;
    const color = hint ? theme.secondText : theme.text;
    const search = {
      className: 'EditText',
      id: 'search_container_all_apps',
      text: field.value,
      hint: 'Search apps',
      isEditable: true,
      isFocused: true,
    };
    let width = 0;
    scene.view(bar, search, () => {
      width = scene.text(text, bar.x + 52, top + 31, { size: 16, color, maxWidth: bar.width - 80 });
    });
    const x = bar.x + 52 + (hint ? -2 : width + 1);
    scene.rect({ x, y: top + 14, width: 2, height: 22 }, theme.accent);
  };

  return {
    bars: 'theme',
    window: LAUNCHER_WINDOW,
    get coversTop() {
      return coversTop;
    },
    field,
    get visible() {
      return visible;
    },
    open() {
      visible = true;
      coversTop = false;
      openedAt = undefined;
      field.load('');
      scroller.place(0);
      deps.invalidate();
    },
    close,
    choose() {
      const [first] = found();
      if (first) launch(first.package, { x: 0, y: 0, width: 1, height: 1 });
    },
    draw(scene) {
      const theme = deps.theme();
      openedAt ??= scene.since;
      const t = Math.min(1, Math.max(0, (scene.now - openedAt) / SLIDE_MS));
      if (t < 1) scene.animate();
      scene.target({
        ...scene.bounds,
        blocks: true,
        drag: { axis: 'y', move: () => {}, end: (_vx, velocity) => velocity > 200 && close() },
      });
      const below = (1 - t) ** 3 * scene.height * 0.5;
      coversTop = below < scene.insets.top / 2;
      scene.moved(0, below, () => {
        scene.rounded({ x: 0, y: 0, width: scene.width, height: scene.height + 40 }, 28, theme.background);
        const top = scene.insets.top + 12;
        drawSearch(scene, top);
        const entries = found();
        const columns = Math.max(4, Math.floor((scene.width - 24) / 88));
        const cellWidth = (scene.width - 24) / columns;
        const view = {
          x: 0,
          y: top + 66,
          width: scene.width,
          height: scene.height - top - 66 - scene.insets.bottom,
        };
        const rows = Math.ceil(entries.length / columns);
        const draw = () =>
          entries.forEach((entry, i) => {
            const x = 12 + (i % columns) * cellWidth;
            const y = Math.floor(i / columns) * CELL_HEIGHT;
            const centerX = x + cellWidth / 2;
            drawAppIcon(scene, entry.icon, centerX, y + 38, ICON, deps.shape);
            const cell = { x, y, width: cellWidth, height: CELL_HEIGHT };
            const at = y + view.y - scroller.offset + 38 - ICON / 2;
            const from = { x: centerX - ICON / 2, y: at, width: ICON, height: ICON };
            const onTap = () => launch(entry.package, from);
            const icon = { className: 'TextView', id: 'icon', text: entry.label, onTap };
            scene.view(cell, icon, () =>
              scene.text(entry.label, centerX, y + 84, {
                size: 12.5,
                weight: 500,
                color: theme.text,
                align: 'center',
                maxWidth: cellWidth - 6,
              }),
            );
          });
        // A short list doesn't scroll, so that a swipe down closes the drawer.
        if (rows * CELL_HEIGHT > view.height) scroller.draw(scene, view, rows * CELL_HEIGHT + 20, draw);
        else scene.moved(view.x, view.y, draw);
      });
    },
  };
}
