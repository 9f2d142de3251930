// The home screen: pages of icons over the wallpaper, a dock and a search bar; the drawer with all apps slides over it.
import type { Scene } from '../draw/scene.ts';
import { Slide } from '../draw/slide.ts';
import { drawSearchBar } from '../draw/widgets.ts';
import { drawEntry, type Launcher } from './launcher.ts';
import { dateText } from './status-bar.ts';

export interface HomeDeps extends Launcher {
  readonly openDrawer: () => void;
  readonly openShade: () => void;
}

const CELL_HEIGHT = 92;
const DOCK = ['com.android.notes', 'com.android.gallery3d', 'com.android.video', 'com.android.settings'];
const SLIDE_MS = 240;
const LABEL = { color: '#ffffff', hasShadow: true };

export function createHome(deps: HomeDeps) {
  let page = 0;
  let pages = 1;
  let dragged = 0;
  let slide: { readonly from: number; readonly course: Slide } | undefined;

  const goTo = (next: number, from: number) => {
    page = Math.min(pages - 1, Math.max(0, next));
    slide = { from, course: new Slide(SLIDE_MS) };
    dragged = 0;
    deps.invalidate();
  };

  /** The fractional page, which moves to the current page after a drag. */
  const position = (scene: Scene) => {
    if (!slide) return page - dragged / scene.width;
    const part = slide.course.progress(scene);
    const at = slide.from + (page - slide.from) * (1 - (1 - part) ** 3);
    if (part === 1) slide = undefined;
    return at;
  };

  const drawGlance = (scene: Scene, top: number) => {
    const size = Math.min(30, scene.width * 0.07);
    scene.text(dateText(scene.now), 28, top + 44, size, deps.ink);
    scene.icon('thermostat', 38, top + 70, 20, deps.ink, 1);
    scene.text('64°F  ·  Clear', 54, top + 75, 15, deps.ink);
  };

  return {
    /** Returns to the first page. */
    rewind: () => {
      if (page !== 0) goTo(0, page);
    },
    draw(scene: Scene) {
      deps.drawWallpaper(scene);
      const { top, bottom } = scene.insets;
      const entries = deps.entries();
      const dock = DOCK.flatMap((name) => entries.find((entry) => entry.package === name) ?? []);
      const loose = entries.filter((entry) => !dock.includes(entry));
      const landscape = scene.width > scene.height;
      const columns = Math.max(4, Math.min(9, Math.floor((scene.width - 24) / 88)));
      const searchTop = scene.height - bottom - 62;
      const dockTop = searchTop - CELL_HEIGHT - (landscape ? -2 : 2);
      const glance = landscape ? 0 : 104;
      const grid = { top: top + glance + 8, bottom: dockTop - (landscape ? 16 : 26) };
      const rows = Math.max(1, Math.floor((grid.bottom - grid.top) / CELL_HEIGHT));
      pages = Math.max(1, Math.ceil(loose.length / (rows * columns)));
      page = Math.min(page, pages - 1);
      const at = position(scene);

      scene.target({
        ...scene.bounds,
        blocks: true,
        drag: {
          axis: 'x',
          move: (dx) => {
            slide = undefined;
            dragged = dx;
            deps.invalidate();
          },
          end: (velocity) => {
            const from = page - dragged / scene.width;
            const far = Math.abs(dragged) > scene.width / 3 || Math.abs(velocity) > 300;
            goTo(far ? page - Math.sign(dragged) : page, from);
          },
        },
      });
      scene.target({
        ...scene.bounds,
        drag: {
          axis: 'y',
          end: (_vx, velocity) => {
            if (velocity < -150) deps.openDrawer();
            if (velocity > 150) deps.openShade();
          },
        },
      });

      if (!landscape) drawGlance(scene, top);
      const cellWidth = (scene.width - 24) / columns;
      for (let index = 0; index < pages; index++) {
        if (Math.abs(index - at) >= 1) continue;
        const onPage = loose.slice(index * rows * columns, (index + 1) * rows * columns);
        const usedRows = Math.ceil(onPage.length / columns);
        // Icons are aligned to the bottom, where a thumb reaches them.
        const gridTop = grid.bottom - usedRows * CELL_HEIGHT;
        // In landscape, a single short row is centred above the dock.
        const isShort = landscape && onPage.length < columns;
        const gridLeft = isShort ? (scene.width - onPage.length * cellWidth) / 2 : 12;
        scene.moved((index - at) * scene.width, 0, () => {
          onPage.forEach((entry, i) => {
            const cell = {
              x: gridLeft + (i % columns) * cellWidth,
              y: gridTop + Math.floor(i / columns) * CELL_HEIGHT,
              width: cellWidth,
              height: CELL_HEIGHT,
            };
            drawEntry(scene, deps, entry, cell, LABEL);
          });
        });
      }
      if (pages > 1) drawDots(scene, pages, at, dockTop - 12);
      const dockCell = landscape ? cellWidth : (scene.width - 24) / Math.max(4, dock.length);
      const dockLeft = landscape ? (scene.width - dock.length * dockCell) / 2 : 12;
      dock.forEach((entry, i) => {
        const cell = { x: dockLeft + i * dockCell, y: dockTop, width: dockCell, height: CELL_HEIGHT - 8 };
        drawEntry(scene, deps, entry, cell, LABEL);
      });
      drawSearch(scene, searchTop, deps.openDrawer);
    },
  };
}

function drawDots(scene: Scene, pages: number, at: number, y: number): void {
  for (let i = 0; i < pages; i++) {
    const near = Math.max(0, 1 - Math.abs(i - at));
    scene.ctx.globalAlpha = 0.4 + 0.6 * near;
    scene.circle(scene.width / 2 + (i - (pages - 1) / 2) * 14, y, 3 + near, '#ffffff');
  }
  scene.ctx.globalAlpha = 1;
}

function drawSearch(scene: Scene, top: number, open: () => void): void {
  const width = Math.min(scene.width - 40, 520);
  const bar = { x: (scene.width - width) / 2, y: top, width, height: 46 };
  const look = { text: 'Search', ground: 'rgba(255, 255, 255, 0.92)', color: '#464b55' };
  scene.view(bar, { className: 'TextView', id: 'qsb', text: 'Search', onTap: open }, () =>
    drawSearchBar(scene, bar, look),
  );
  scene.icon('mic', bar.x + bar.width - 26, top + 23, 21, look.color, 1);
}
