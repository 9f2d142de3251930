import { KEY } from '@pocketfleet/phone-parts';
import typedCharacters from './typed-characters.json' with { type: 'json' };

const META_SHIFT = 0x1;
const META_CAPS_LOCK = 0x100000;
export const META_CTRL = 0x1000;

const SHIFTED_DIGITS = ')!@#$%^&*(';
/** Plain and shifted character of the keys beside letters and digits, US layout. */
const OTHERS: Readonly<Record<number, readonly string[]>> = typedCharacters;

/** The character that a key types with these modifiers, or undefined for keys that type none. */
export function typedCharacter(keycode: number, metaState: number): string | undefined {
  const shift = (metaState & META_SHIFT) !== 0;
  if (keycode >= KEY.A && keycode <= KEY.Z) {
    const letter = String.fromCharCode(97 + keycode - KEY.A);
    return shift !== ((metaState & META_CAPS_LOCK) !== 0) ? letter.toUpperCase() : letter;
  }
  if (keycode >= KEY[0] && keycode <= KEY[9]) {
    return shift ? SHIFTED_DIGITS[keycode - KEY[0]] : String(keycode - KEY[0]);
  }
  if (keycode >= 144 && keycode <= 153) return String(keycode - 144);
  return OTHERS[keycode]?.[shift ? 1 : 0];
}
