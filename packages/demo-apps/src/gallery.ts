import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import type { App, AppServices, Rect, Scene } from '@pocketfleet/phone-screen';
import { drawAppBar, drawEmpty, Scroller } from '@pocketfleet/phone-screen';

const FOLDERS = [
  '/sdcard/DCIM',
  '/sdcard/DCIM/Camera',
  '/sdcard/Pictures',
  '/sdcard/Pictures/Screenshots',
  '/sdcard/Download',
];
const PICTURE = /\.(png|jpe?g|webp|gif)$/i;
const SIZE_LIMIT_BYTES = 20_000_000;
const PICTURE_LIMIT = 200;
const THUMB_PX = 256;

interface Photo {
  readonly path: string;
  readonly modifiedAtMs: number;
}

export function createGallery(services: AppServices): App {
  let photos: readonly Photo[] | undefined;
  let shown: { path: string; image: Image | undefined } | undefined;
  const thumbs = new Map<string, Canvas | 'pending' | 'broken'>();
  const scroller = new Scroller(services.invalidate);

  const load = async () => {
    const lists = await Promise.all(
      FOLDERS.map(async (folder) => {
        const entries = await services.files.list(folder).catch(() => []);
        return entries
          .filter((entry) => !entry.directory && PICTURE.test(entry.name) && entry.size <= SIZE_LIMIT_BYTES)
          .map((entry) => ({ path: `${folder}/${entry.name}`, modifiedAtMs: entry.modifiedAtMs }));
      }),
    );
    photos = lists
      .flat()
      .sort((a, b) => b.modifiedAtMs - a.modifiedAtMs || b.path.localeCompare(a.path))
      .slice(0, PICTURE_LIMIT);
    services.invalidate();
  };
  const unwatch = services.files.onChange((path) => {
    if (!PICTURE.test(path)) return;
    thumbs.delete(path);
    void load();
  });
  void load();

  const read = async (path: string) => loadImage(Buffer.from(await services.files.readFile(path)));

  const thumbOf = (path: string): Canvas | undefined => {
    const known = thumbs.get(path);
    if (known === undefined) {
      thumbs.set(path, 'pending');
      read(path).then(
        (image) => {
          thumbs.set(path, shrink(image));
          services.invalidate();
        },
        () => thumbs.set(path, 'broken'),
      );
    }
    return typeof known === 'object' ? known : undefined;
  };

  const show = (path: string) => {
    shown = { path, image: undefined };
    services.invalidate();
    read(path).then(
      (image) => {
        if (shown?.path === path) shown = { path, image };
        services.invalidate();
      },
      (error: unknown) => services.log(`${path} can't be shown: ${String(error)}`),
    );
  };
  const hide = () => {
    shown = undefined;
    services.invalidate();
  };
  const step = (by: number) => {
    const list = photos ?? [];
    const next = list[list.findIndex((photo) => photo.path === shown?.path) + by];
    if (next) show(next.path);
  };

  const drawShown = (scene: Scene, image: Image | undefined) => {
    scene.rect(scene.bounds, '#000000');
    if (image) {
      const scale = Math.min(scene.width / image.width, scene.height / image.height);
      const width = image.width * scale;
      const height = image.height * scale;
      scene.ctx.drawImage(image, (scene.width - width) / 2, (scene.height - height) / 2, width, height);
    }
    const middle = scene.insets.top + 28;
    scene.icon('arrow_back', 32, middle, 24, '#ffffff');
    const name = shown?.path.slice(shown.path.lastIndexOf('/') + 1) ?? '';
    scene.text(name, 62, middle + 6, 17, '#ffffff', { maxWidth: scene.width - 90 });
    scene.target({
      ...scene.bounds,
      blocks: true,
      drag: { axis: 'x', end: (_vx, _vy, dx) => Math.abs(dx) > 40 && step(dx < 0 ? 1 : -1) },
    });
    const back = { x: 0, y: middle - 28, width: 60, height: 56 };
    scene.view(back, { className: 'ImageButton', description: 'Navigate up', onTap: hide });
  };

  const drawTile = (scene: Scene, photo: Photo, tile: Rect) => {
    const thumb = thumbOf(photo.path);
    if (thumb) scene.ctx.drawImage(thumb, tile.x, tile.y, tile.width, tile.height);
    else scene.rect(tile, services.theme().raised);
    const description = photo.path.slice(photo.path.lastIndexOf('/') + 1);
    const onTap = () => show(photo.path);
    scene.view(tile, { className: 'ImageView', id: 'photo', description, onTap });
  };

  return {
    get barIcons() {
      return shown || services.theme().dark ? 'light' : 'dark';
    },
    draw(scene) {
      if (shown) return drawShown(scene, shown.image);
      const theme = services.theme();
      const top = drawAppBar(scene, theme, 'Photos');
      if (photos?.length === 0) {
        return drawEmpty(
          scene,
          theme,
          'photo_library',
          'No photos yet',
          'Pictures in DCIM, Pictures and Download',
        );
      }
      const columns = Math.max(3, Math.floor(scene.width / 130));
      const side = (scene.width - (columns - 1) * 3) / columns;
      const list = photos ?? [];
      const view = { x: 0, y: top, width: scene.width, height: scene.height - top };
      scroller.draw(scene, view, Math.ceil(list.length / columns) * (side + 3) + 40, () => {
        list.forEach((photo, i) => {
          const y = Math.floor(i / columns) * (side + 3);
          if (y + side < scroller.offset || y > scroller.offset + view.height) return;
          drawTile(scene, photo, { x: (i % columns) * (side + 3), y, width: side, height: side });
        });
      });
    },
    onBack() {
      if (!shown) return false;
      hide();
      return true;
    },
    open: (uri) => show(decodeURIComponent(uri.replace(/^file:\/\//, ''))),
    close: unwatch,
  };
}

/** The middle square of a picture, small. */
function shrink(image: Image): Canvas {
  const canvas = createCanvas(THUMB_PX, THUMB_PX);
  const scale = THUMB_PX / Math.min(image.width, image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  canvas.getContext('2d').drawImage(image, (THUMB_PX - width) / 2, (THUMB_PX - height) / 2, width, height);
  return canvas;
}
