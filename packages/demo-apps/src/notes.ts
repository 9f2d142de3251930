import type { App, AppServices, Scene, TextLine } from '@pocketfleet/phone-screen';
import { breakLines, Scroller, startOf, TextField } from '@pocketfleet/phone-screen';

/** Path of the note, which can be read with `cat` over adb. */
export const NOTE_PATH = '/sdcard/Documents/note.txt';
const TEXT_SIZE = 18;
const LINE = 28;
const SIDE = 24;
const HINT = 'Write something';

export function createNotes(services: AppServices): App {
  const scroller = new Scroller(services.invalidate);
  const field = new TextField(() => {
    follow = true;
    save();
    services.invalidate();
  });
  let follow = true;
  let saved: 'saved' | 'saving' | 'failed' = 'saved';
  let unsaved = false;
  let loaded = false;

  /** Writes one text at a time. If the text changes during a write, the newest one is written next. */
  const save = () => {
    unsaved = true;
    if (saved === 'saving' || !loaded) return;
    saved = 'saving';
    void (async () => {
      while (unsaved) {
        unsaved = false;
        try {
          await services.files.writeFile(NOTE_PATH, Buffer.from(field.value));
          saved = unsaved ? 'saving' : 'saved';
        } catch (error) {
          saved = 'failed';
          services.log(`the note could not be saved: ${String(error)}`);
        }
        services.invalidate();
      }
    })();
  };

  const load = async () => {
    const before = field.value;
    const text = await services.files.readFile(NOTE_PATH).then(
      (bytes) => Buffer.from(bytes).toString('utf8'),
      () => '',
    );
    // Text that was typed while the file was read is kept, behind the file's text.
    if (text !== '' || before === '') field.load(text + field.value);
    loaded = true;
    if (unsaved) save();
    services.invalidate();
  };
  void load();
  const unwatch = services.files.onChange((path) => {
    if (path !== NOTE_PATH || saved === 'saving') return;
    void services.files.readFile(NOTE_PATH).then(
      (bytes) => {
        const text = Buffer.from(bytes).toString('utf8');
        if (saved === 'saving' || text === field.value) return;
        field.load(text);
        services.invalidate();
      },
      () => {},
    );
  });

  const drawHead = (scene: Scene, top: number) => {
    const theme = services.theme();
    scene.icon('arrow_back', SIDE + 2, top + 28, 24, theme.text);
    scene.text('Notes', SIDE + 30, top + 35, 20, theme.text, { weight: 500, id: 'title' });
    const state = { saved: 'Saved', saving: 'Saving…', failed: 'Not saved' }[saved];
    scene.text(state, scene.width - SIDE, top + 34, 13, theme.secondText, { align: 'right', id: 'state' });
    const letters = [...field.value].length;
    const date = new Date(scene.now).toLocaleDateString('en-US', { month: 'long', day: 'numeric' });
    scene.text(`${date}  ·  ${letters} characters`, SIDE, top + 78, 13, theme.secondText, { id: 'count' });
  };

  const drawLine = (scene: Scene, line: TextLine, index: number) => {
    const theme = services.theme();
    const baseline = index * LINE + 20;
    const width = scene.width - 2 * SIDE;
    const { x, ...run } = startOf(line, width);
    if (line.text !== '') scene.text(line.text, x, baseline, TEXT_SIZE, theme.text, run);
    scene.rect({ x: 0, y: baseline + 7, width, height: 1 }, theme.hairline);
  };

  const drawCursor = (scene: Scene, lines: readonly TextLine[]) => {
    const letters = [...field.beforeCursor].length;
    const index = lines.findLastIndex((line) => line.start <= letters);
    const line = lines[index];
    if (!line) return 0;
    const before = [...line.text].slice(0, letters - line.start).join('');
    const written = scene.measure(before, TEXT_SIZE);
    const start = startOf(line, scene.width - 2 * SIDE).x;
    const x = line.isRightToLeft ? start - written - 2.5 : start + written + 0.5;
    scene.rect({ x, y: index * LINE + 3, width: 2, height: 22 }, services.theme().accent);
    return index * LINE;
  };

  return {
    field,
    draw(scene) {
      const theme = services.theme();
      const { top, bottom } = scene.insets;
      scene.rect(scene.bounds, theme.background);
      drawHead(scene, top);
      const view = {
        x: SIDE,
        y: top + 92,
        width: scene.width - 2 * SIDE,
        height: Math.max(LINE, scene.height - bottom - top - 96),
      };
      const lines = breakLines(scene, field.value, TEXT_SIZE, view.width);
      const height = lines.length * LINE + 12;
      if (follow) {
        follow = false;
        scroller.place(Math.max(0, height - view.height));
      }
      const drawText = () => {
        lines.forEach((line, index) => {
          drawLine(scene, line, index);
        });
        drawCursor(scene, lines);
        if (field.value === '') scene.text(HINT, 0, 20, TEXT_SIZE, theme.secondText);
      };
      const note = {
        className: 'EditText',
        id: 'note',
        text: field.value,
        hint: HINT,
        isEditable: true,
        isFocused: true,
        cursor: field.beforeCursor.length,
      };
      scroller.draw(scene, view, height, () =>
        scene.view({ x: 0, y: 0, width: view.width, height }, note, drawText),
      );
    },
    close: unwatch,
  };
}
