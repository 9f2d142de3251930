import type { App, AppServices, Row } from '@pocketfleet/phone-screen';
import { drawAppBar, drawEmpty, drawRows, ROW_DP, Scroller } from '@pocketfleet/phone-screen';

const ROOT = '/sdcard';
const LIST_LIMIT = 500;

type Entry = Awaited<ReturnType<AppServices['files']['list']>>[number];

export function createFiles(services: AppServices): App {
  let folder = ROOT;
  let entries: readonly Entry[] | undefined;
  const scroller = new Scroller(services.invalidate);

  const load = () => {
    const wanted = folder;
    services.files.list(wanted).then(
      (found) => {
        if (wanted !== folder) return;
        entries = [...found]
          .sort((a, b) => Number(b.directory) - Number(a.directory) || a.name.localeCompare(b.name))
          .slice(0, LIST_LIMIT);
        services.invalidate();
      },
      (error: unknown) => {
        if (wanted === folder) entries = [];
        services.log(`${wanted} can't be listed: ${String(error)}`);
        services.invalidate();
      },
    );
  };
  const enter = (path: string) => {
    folder = path;
    entries = undefined;
    scroller.jumpTo(0);
    load();
  };
  const openEntry = (entry: Entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.directory) return enter(path);
    services.startActivity({ data: `file://${path}` });
  };
  const up = () => enter(folder.slice(0, folder.lastIndexOf('/')));
  const unwatch = services.files.onChange((path) => {
    const real = path.replace(/^\/storage\/emulated\/0/, ROOT);
    if (real.slice(0, real.lastIndexOf('/')) === folder) load();
  });
  load();

  return {
    draw(scene) {
      const theme = services.theme();
      const atRoot = folder === ROOT;
      const title = atRoot ? 'Files' : folder.slice(folder.lastIndexOf('/') + 1);
      const top = drawAppBar(scene, theme, title, atRoot ? undefined : up);
      if (entries?.length === 0) return drawEmpty(scene, theme, 'folder_open', 'Nothing here', folder);
      const rows = (entries ?? []).map((entry) => rowOf(entry, () => openEntry(entry)));
      const view = { x: 0, y: top, width: scene.width, height: scene.height - top };
      scroller.draw(scene, view, rows.length * ROW_DP + scene.insets.bottom + 24, () => {
        if (rows.length > 0) drawRows(scene, theme, rows, 0);
      });
    },
    onBack() {
      if (folder === ROOT) return false;
      up();
      return true;
    },
    open: (uri) => {
      const path = uri.replace(/^file:\/\//, '');
      if (path.startsWith(ROOT)) enter(path.replace(/\/$/, ''));
    },
    close: unwatch,
  };
}

const KINDS: readonly (readonly [pattern: RegExp, icon: string, color: string])[] = [
  [/\.(png|jpe?g|webp|gif)$/i, 'image', '#c2477f'],
  [/\.(mp4|webm|mkv|3gp)$/i, 'movie', '#d0453c'],
  [/\.(mp3|ogg|wav|m4a|flac)$/i, 'music_note', '#3a8d8a'],
  [/\.apk$/i, 'android', '#4d8f3a'],
  [/\.(txt|md|json|log|csv)$/i, 'description', '#2f6fe0'],
  [/\.pdf$/i, 'picture_as_pdf', '#c8742c'],
];

function rowOf(entry: Entry, onTap: () => void): Row {
  const date = new Date(entry.modifiedAtMs).toLocaleDateString('en-US', { month: 'short', day: 'numeric' });
  if (entry.directory) return { icon: 'folder', color: '#e0a52e', title: entry.name, detail: date, onTap };
  const [, icon, color] = KINDS.find(([pattern]) => pattern.test(entry.name)) ?? [/./, 'draft', '#6a7280'];
  return { icon, color, title: entry.name, detail: `${sizeText(entry.size)}  ·  ${date}`, onTap };
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}
