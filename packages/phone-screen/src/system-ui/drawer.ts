// The app drawer above the home screen: all apps, with a search field.
import type { Overlay } from '../desktop.ts';
import type { Scene } from '../draw/scene.ts';
import { Slide } from '../draw/slide.ts';
import { drawSearchBar } from '../draw/widgets.ts';
import { Scroller } from '../scroller.ts';
import { TextField } from '../text-field.ts';
import { drawEntry, type Launcher } from './launcher.ts';
import { LAUNCHER_WINDOW } from './window-infos.ts';

export interface Drawer extends Overlay {
  readonly field: TextField;
  open(): void;
  /** True if the drawer was open. */
  close(): boolean;
  /** Opens the first app of the search result. */
  choose(): void;
}

const CELL_HEIGHT = 100;
const SLIDE_MS = 220;

export function createDrawer(launcher: Launcher): Drawer {
  let visible = false;
  let coversTop = false;
  let slide = new Slide(SLIDE_MS);
  const scroller = new Scroller(launcher.invalidate);
  const field = new TextField(() => {
    scroller.place(0);
    launcher.invalidate();
  });

  const close = () => {
    if (!visible) return false;
    visible = false;
    launcher.invalidate();
    return true;
  };

  const found = () =>
    launcher
      .entries()
      .filter((entry) => entry.label.toLowerCase().includes(field.value.trim().toLowerCase()))
      .toSorted((a, b) => a.label.localeCompare(b.label));

  const drawSearch = (scene: Scene, top: number) => {
    const theme = launcher.theme();
    const bar = { x: 20, y: top, width: scene.width - 40, height: 50 };
    const hint = 'Search apps';
    const search = {
      className: 'EditText',
      id: 'search_container_all_apps',
      text: field.value,
      hint,
      isEditable: true,
      isFocused: true,
    };
    scene.view(bar, search, () => {
      const isEmpty = field.value === '';
      const color = isEmpty ? theme.secondText : theme.text;
      const end = drawSearchBar(scene, bar, { text: field.value || hint, ground: theme.raised, color });
      const cursor = isEmpty ? bar.x + 50 : end + 1;
      scene.rect({ x: cursor, y: top + 14, width: 2, height: 22 }, theme.accent);
    });
  };

  const drawApps = (scene: Scene, top: number) => {
    const entries = found();
    const columns = Math.max(4, Math.floor((scene.width - 24) / 88));
    const width = (scene.width - 24) / columns;
    const rows = Math.ceil(entries.length / columns);
    const view = { x: 0, y: top, width: scene.width, height: scene.height - top - scene.insets.bottom };
    const draw = () =>
      entries.forEach((entry, i) => {
        const cell = {
          x: 12 + (i % columns) * width,
          y: 5 + Math.floor(i / columns) * CELL_HEIGHT,
          width,
          height: CELL_HEIGHT - 5,
        };
        const label = { color: launcher.theme().text };
        drawEntry(scene, launcher, entry, cell, label, view.y - scroller.offset);
      });
    // A short list doesn't scroll, so that a swipe down closes the drawer.
    if (rows * CELL_HEIGHT > view.height) scroller.draw(scene, view, rows * CELL_HEIGHT + 20, draw);
    else scene.moved(view.x, view.y, draw);
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
      slide = new Slide(SLIDE_MS);
      field.load('');
      scroller.place(0);
      launcher.invalidate();
    },
    close,
    choose() {
      const [first] = found();
      if (first) launcher.launch(first.package, { x: 0, y: 0, width: 1, height: 1 });
    },
    draw(scene) {
      const below = (1 - slide.progress(scene)) ** 3 * scene.height * 0.5;
      coversTop = below < scene.insets.top / 2;
      scene.target({
        ...scene.bounds,
        blocks: true,
        drag: { axis: 'y', end: (_vx, velocity) => velocity > 200 && close() },
      });
      scene.moved(0, below, () => {
        const sheet = { x: 0, y: 0, width: scene.width, height: scene.height + 40 };
        scene.rounded(sheet, 28, launcher.theme().background);
        const top = scene.insets.top + 12;
        drawSearch(scene, top);
        drawApps(scene, top + 66);
      });
    },
  };
}
