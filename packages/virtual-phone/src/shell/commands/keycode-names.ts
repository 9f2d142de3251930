// android.view.KeyEvent's constants that `input keyevent` is given by name.
const NAMES: Readonly<Record<string, number>> = {
  HOME: 3,
  BACK: 4,
  CALL: 5,
  ENDCALL: 6,
  STAR: 17,
  POUND: 18,
  DPAD_UP: 19,
  DPAD_DOWN: 20,
  DPAD_LEFT: 21,
  DPAD_RIGHT: 22,
  DPAD_CENTER: 23,
  VOLUME_UP: 24,
  VOLUME_DOWN: 25,
  POWER: 26,
  CAMERA: 27,
  CLEAR: 28,
  COMMA: 55,
  PERIOD: 56,
  ALT_LEFT: 57,
  SHIFT_LEFT: 59,
  TAB: 61,
  SPACE: 62,
  ENTER: 66,
  DEL: 67,
  MENU: 82,
  NOTIFICATION: 83,
  SEARCH: 84,
  MEDIA_PLAY_PAUSE: 85,
  PAGE_UP: 92,
  PAGE_DOWN: 93,
  ESCAPE: 111,
  FORWARD_DEL: 112,
  CTRL_LEFT: 113,
  MOVE_HOME: 122,
  MOVE_END: 123,
  VOLUME_MUTE: 164,
  APP_SWITCH: 187,
  BRIGHTNESS_DOWN: 220,
  BRIGHTNESS_UP: 221,
  SLEEP: 223,
  WAKEUP: 224,
  CUT: 277,
  COPY: 278,
  PASTE: 279,
};

const MAX_KEYCODE = 320;

/** "KEYCODE_HOME", "HOME" or "3"; undefined for what Android doesn't know. */
export function parseKeycode(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) > 0 && Number(text) <= MAX_KEYCODE ? Number(text) : undefined;
  const name = text.toUpperCase().replace(/^KEYCODE_/, '');
  if (/^\d$/.test(name)) return 7 + Number(name);
  if (/^[A-Z]$/.test(name)) return 29 + name.charCodeAt(0) - 65;
  return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
}
