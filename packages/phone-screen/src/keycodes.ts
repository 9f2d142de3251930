/** Android's KeyEvent.KEYCODE_* that the phone acts on. */
export const KEY = {
  home: 3,
  back: 4,
  dpadLeft: 21,
  dpadRight: 22,
  volumeUp: 24,
  volumeDown: 25,
  power: 26,
  space: 62,
  enter: 66,
  del: 67,
  menu: 82,
  notification: 83,
  escape: 111,
  forwardDel: 112,
  moveHome: 122,
  moveEnd: 123,
  volumeMute: 164,
  numpadEnter: 160,
  appSwitch: 187,
  sleep: 223,
  wakeup: 224,
  cut: 277,
  copy: 278,
  paste: 279,
} as const;

const META_SHIFT = 0x1;
const META_CAPS_LOCK = 0x100000;
export const META_CTRL = 0x1000;

const SHIFTED_DIGITS = ')!@#$%^&*(';
/** Plain and shifted character of the keys beside letters and digits, US layout. */
const OTHERS: Readonly<Record<number, readonly [string, string]>> = {
  17: ['*', '*'],
  18: ['#', '#'],
  55: [',', '<'],
  56: ['.', '>'],
  61: ['\t', '\t'],
  62: [' ', ' '],
  66: ['\n', '\n'],
  68: ['`', '~'],
  69: ['-', '_'],
  70: ['=', '+'],
  71: ['[', '{'],
  72: [']', '}'],
  73: ['\\', '|'],
  74: [';', ':'],
  75: ["'", '"'],
  76: ['/', '?'],
  77: ['@', '@'],
  81: ['+', '+'],
  154: ['/', '/'],
  155: ['*', '*'],
  156: ['-', '-'],
  157: ['+', '+'],
  158: ['.', '.'],
  160: ['\n', '\n'],
};

/** The character that a key types with these modifiers, or undefined for keys that type none. */
export function typedCharacter(keycode: number, metaState: number): string | undefined {
  const shift = (metaState & META_SHIFT) !== 0;
  if (keycode >= 29 && keycode <= 54) {
    const letter = String.fromCharCode(97 + keycode - 29);
    return shift !== ((metaState & META_CAPS_LOCK) !== 0) ? letter.toUpperCase() : letter;
  }
  if (keycode >= 7 && keycode <= 16) {
    return shift ? SHIFTED_DIGITS[keycode - 7] : String(keycode - 7);
  }
  if (keycode >= 144 && keycode <= 153) return String(keycode - 144);
  return OTHERS[keycode]?.[shift ? 1 : 0];
}
