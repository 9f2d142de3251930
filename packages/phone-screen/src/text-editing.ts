import { KEY } from '@pocketfleet/phone-parts';
import type { Clipboard } from './clipboard.ts';
import type { TextField } from './text-field.ts';
import { META_CTRL, typedCharacter } from './typed-character.ts';

type Edit = (field: TextField, clipboard: Clipboard) => void;

// Cut and copy use the whole text, because a drawn phone has no selection.
const copy: Edit = (field, clipboard) => clipboard.set(field.value);
const paste: Edit = (field, clipboard) => field.insert(clipboard.get());
const cut: Edit = (field, clipboard) => {
  clipboard.set(field.value);
  field.clear();
};

const WITH_CTRL = new Map<number, Edit>([
  [KEY.C, copy],
  [KEY.V, paste],
  [KEY.X, cut],
]);
const EDITS = new Map<number, Edit>([
  [KEY.DEL, (field) => field.backspace()],
  [KEY.FORWARD_DEL, (field) => field.deleteForward()],
  [KEY.DPAD_LEFT, (field) => field.moveBy(-1)],
  [KEY.DPAD_RIGHT, (field) => field.moveBy(1)],
  [KEY.MOVE_HOME, (field) => field.moveTo('start')],
  [KEY.MOVE_END, (field) => field.moveTo('end')],
  [KEY.PASTE, paste],
  [KEY.COPY, copy],
  [KEY.CUT, cut],
]);

/** Edits the focused text by a key. */
export function editText(field: TextField, clipboard: Clipboard, keycode: number, metaState: number): void {
  const isCtrl = (metaState & META_CTRL) !== 0;
  const edit = (isCtrl ? WITH_CTRL : EDITS).get(keycode);
  const character = isCtrl ? undefined : typedCharacter(keycode, metaState);
  if (edit) edit(field, clipboard);
  else if (character !== undefined) field.insert(character);
}
