// A keyboard of the client's, as the phone's kernel sees it: boot reports of eight bytes (HID 1.11, appendix B.1).

/** What a report changes, in Android's key codes and meta states. */
export interface KeyChange {
  readonly action: 'down' | 'up';
  readonly keycode: number;
  readonly metaState: number;
}

export interface UhidKeyboard {
  /** Keys that went up and down since the last report, and the lamps if they changed: bit 1 is caps lock. */
  report(data: Uint8Array): { readonly changes: readonly KeyChange[]; readonly lamps?: number };
}

const REPORT_BYTES = 8;
const CAPS_LOCK_USAGE = 0x39;
const CAPS_LOCK_LAMP = 0x02;
const META_CAPS_LOCK = 0x100000;
/** Usages below are errors: too many keys are pressed. */
const FIRST_KEY_USAGE = 0x04;

/** Whether a report descriptor begins with "generic desktop, keyboard" (05 01 09 06). */
export function describesKeyboard(descriptor: Uint8Array): boolean {
  return [0x05, 0x01, 0x09, 0x06].every((byte, at) => descriptor[at] === byte);
}

export function createUhidKeyboard(): UhidKeyboard {
  let held: readonly number[] = [];
  let capsLock = false;
  return {
    report(data) {
      if (data.length !== REPORT_BYTES) return { changes: [] };
      const keys = [...data.subarray(2)].filter((usage) => usage >= FIRST_KEY_USAGE);
      const pressed = keys.filter((usage) => !held.includes(usage));
      const released = held.filter((usage) => !keys.includes(usage));
      held = keys;
      const toggles = pressed.includes(CAPS_LOCK_USAGE);
      if (toggles) capsLock = !capsLock;
      const metaState = metaStateOf(data[0] ?? 0) | (capsLock ? META_CAPS_LOCK : 0);
      const changesOf = (action: KeyChange['action'], usages: readonly number[]) =>
        usages.flatMap((usage) => {
          const keycode = keycodeOf(usage);
          return keycode === undefined ? [] : [{ action, keycode, metaState }];
        });
      const changes = [...changesOf('up', released), ...changesOf('down', pressed)];
      return toggles ? { changes, lamps: capsLock ? CAPS_LOCK_LAMP : 0 } : { changes };
    },
  };
}

/** Control, shift, alt and the system's key, left ones in the low four bits and right ones in the high. */
function metaStateOf(modifiers: number): number {
  const metas = [0x1000, 0x1, 0x2, 0x10000];
  return metas.reduce((state, meta, bit) => (modifiers & (0x11 << bit) ? state | meta : state), 0);
}

/** Usages from 0x27 on that are neither letters nor digits, with their KEYCODE_*. */
const KEYCODES: Readonly<Record<number, number>> = {
  39: 7,
  40: 66,
  41: 111,
  42: 67,
  43: 61,
  44: 62,
  45: 69,
  46: 70,
  47: 71,
  48: 72,
  49: 73,
  51: 74,
  52: 75,
  53: 68,
  54: 55,
  55: 56,
  56: 76,
  57: 115,
  74: 122,
  75: 92,
  76: 112,
  77: 123,
  78: 93,
  79: 22,
  80: 21,
  81: 20,
  82: 19,
  84: 154,
  85: 155,
  86: 156,
  87: 157,
  88: 160,
  98: 144,
  99: 158,
};

function keycodeOf(usage: number): number | undefined {
  if (usage <= 0x1d) return usage - 0x04 + 29;
  if (usage <= 0x26) return usage - 0x1e + 8;
  if (usage >= 0x3a && usage <= 0x45) return usage - 0x3a + 131;
  if (usage >= 0x59 && usage <= 0x61) return usage - 0x59 + 145;
  return KEYCODES[usage];
}
