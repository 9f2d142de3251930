import type { Clipboard } from './clipboard.ts';
import { KEY, META_CTRL, typedCharacter } from './keycodes.ts';
import type { TextField } from './text-field.ts';

const KEYCODE_A = 29;
const CTRL_C = KEYCODE_A + 2;
const CTRL_V = KEYCODE_A + 21;
const CTRL_X = KEYCODE_A + 23;

type Edit = (field: TextField, clipboard: Clipboard) => void;

// Cut and copy use the whole text, because a drawn phone has no selection.
const copy: Edit = (field, clipboard) => clipboard.set(field.value);
const paste: Edit = (field, clipboard) => field.insert(clipboard.get());
const cut: Edit = (field, clipboard) => {
  clipboard.set(field.value);
  field.clear();
};

const WITH_CTRL = new Map<number, Edit>([
  [CTRL_C, copy],
  [CTRL_V, paste],
  [CTRL_X, cut],
]);
const EDITS = new Map<number, Edit>([
  [KEY.del, (field) => field.backspace()],
  [KEY.forwardDel, (field) => field.deleteForward()],
  [KEY.dpadLeft, (field) => field.moveBy(-1)],
  [KEY.dpadRight, (field) => field.moveBy(1)],
  [KEY.moveHome, (field) => field.moveTo('start')],
  [KEY.moveEnd, (field) => field.moveTo('end')],
  [KEY.paste, paste],
  [KEY.copy, copy],
  [KEY.cut, cut],
]);

/** Edits the focused text by a key. */
export function editText(field: TextField, clipboard: Clipboard, keycode: number, metaState: number): void {
  const isCtrl = (metaState & META_CTRL) !== 0;
  const edit = (isCtrl ? WITH_CTRL : EDITS).get(keycode);
  const character = isCtrl ? undefined : typedCharacter(keycode, metaState);
  if (edit) edit(field, clipboard);
  else if (character !== undefined) field.insert(character);
}
