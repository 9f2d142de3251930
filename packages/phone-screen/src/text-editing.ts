import type { Clipboard } from './clipboard.ts';
import { KEY, META_CTRL, typedCharacter } from './keycodes.ts';
import type { TextField } from './text-field.ts';

const KEYCODE_A = 29;
const CTRL_C = KEYCODE_A + 2;
const CTRL_V = KEYCODE_A + 21;
const CTRL_X = KEYCODE_A + 23;

/** Edits the focused text by a key. Cut and copy use the whole text, because a drawn phone has no selection. */
export function editText(field: TextField, clipboard: Clipboard, keycode: number, metaState: number): void {
  const cut = () => {
    clipboard.set(field.value);
    field.clear();
  };
  if (metaState & META_CTRL) {
    if (keycode === CTRL_V) field.insert(clipboard.get());
    if (keycode === CTRL_C) clipboard.set(field.value);
    if (keycode === CTRL_X) cut();
    return;
  }
  switch (keycode) {
    case KEY.del:
      field.backspace();
      break;
    case KEY.forwardDel:
      field.deleteForward();
      break;
    case KEY.dpadLeft:
      field.moveBy(-1);
      break;
    case KEY.dpadRight:
      field.moveBy(1);
      break;
    case KEY.moveHome:
      field.moveTo('start');
      break;
    case KEY.moveEnd:
      field.moveTo('end');
      break;
    case KEY.paste:
      field.insert(clipboard.get());
      break;
    case KEY.copy:
      clipboard.set(field.value);
      break;
    case KEY.cut:
      cut();
      break;
    default: {
      const character = typedCharacter(keycode, metaState);
      if (character !== undefined) field.insert(character);
    }
  }
}
