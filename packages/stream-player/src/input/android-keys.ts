// Maps keyboard keys to Android key codes (android.view.KeyEvent) by their position (`event.code`), because Android maps
// positions to letters itself. Keys that only write text are sent as text (keyboard-input.ts).
import type { ControlMessage } from '@pocketfleet/stream-protocol';

/** The phone's own keys, for buttons. */
export const phoneKeys = {
  home: 3,
  back: 4,
  volume_up: 24,
  volume_down: 25,
  power: 26,
  recents: 187,
} as const;
export type PhoneKey = keyof typeof phoneKeys;

/** Commands that no key of a phone has. `copy` and `cut` concern what is selected on it; the event `clipboard` carries the text. */
export const phoneCommands = {
  copy: { type: 'get_clipboard', copyKey: 'copy' },
  cut: { type: 'get_clipboard', copyKey: 'cut' },
  notifications: { type: 'expand_notifications' },
  /** Of the phone's own display. Its picture goes on here. */
  display_on: { type: 'display_power', on: true },
  display_off: { type: 'display_power', on: false },
} as const satisfies Record<string, ControlMessage>;
export type PhoneCommand = keyof typeof phoneCommands;

const named: { readonly [code: string]: number } = {
  ArrowUp: 19,
  ArrowDown: 20,
  ArrowLeft: 21,
  ArrowRight: 22,
  Comma: 55,
  Period: 56,
  AltLeft: 57,
  AltRight: 58,
  ShiftLeft: 59,
  ShiftRight: 60,
  Tab: 61,
  Space: 62,
  Enter: 66,
  NumpadEnter: 160,
  Backspace: 67,
  Backquote: 68,
  Minus: 69,
  Equal: 70,
  BracketLeft: 71,
  BracketRight: 72,
  Backslash: 73,
  Semicolon: 74,
  Quote: 75,
  Slash: 76,
  PageUp: 92,
  PageDown: 93,
  Escape: 111,
  Delete: 112,
  ControlLeft: 113,
  ControlRight: 114,
  CapsLock: 115,
  Home: 122,
  End: 123,
  Insert: 124,
  ContextMenu: 82,
  AudioVolumeUp: 24,
  AudioVolumeDown: 25,
  AudioVolumeMute: 164,
  MediaPlayPause: 85,
  MediaTrackNext: 87,
  MediaTrackPrevious: 88,
};

/** Keys that never write text, so they are always sent as keys. */
const neverText = new Set(
  Object.keys(named).filter((code) => (named[code] ?? 0) > 76 || /^(Arrow|Tab|Enter|Backspace)/.test(code)),
);

/** Undefined for a key that Android doesn't have. */
export function androidKeycode(code: string): number | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return 29 + letter.charCodeAt(0) - 65;
  const digit = /^Digit([0-9])$/.exec(code)?.[1];
  if (digit !== undefined) return 7 + Number(digit);
  const functionKey = /^F([1-9]|1[0-2])$/.exec(code)?.[1];
  if (functionKey !== undefined) return 130 + Number(functionKey);
  return named[code];
}

export function writesText(code: string): boolean {
  return !neverText.has(code) && !/^F([1-9]|1[0-2])$/.test(code);
}

/** Android's META_* bits. */
export function metaState(modifiers: {
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
}): number {
  return (modifiers.shiftKey ? 0x41 : 0) | (modifiers.altKey ? 0x12 : 0) | (modifiers.ctrlKey ? 0x3000 : 0);
}
