// The keyboard shortcuts of sessions and popups: scrcpy's letters, and some of ours, with a modifier that the viewer chooses
// (https://github.com/Genymobile/scrcpy/blob/master/doc/shortcuts.md). They also work while the viewer types into the phone. Pure.

export const modifiers = ['alt', 'ctrl_shift', 'none'] as const;
/** `none` turns the shortcuts off. */
export type Modifier = (typeof modifiers)[number];

/** The code of each shortcut's key, so that every layout has them at the same place. */
export const shortcutKeys = {
  home: 'KeyH',
  back: 'KeyB',
  recents: 'KeyS',
  rotate: 'KeyR',
  rotate_left: 'ArrowLeft',
  rotate_right: 'ArrowRight',
  volume_up: 'ArrowUp',
  volume_down: 'ArrowDown',
  power: 'KeyP',
  screen: 'KeyO',
  notifications: 'KeyN',
  copy: 'KeyC',
  cut: 'KeyX',
  paste: 'KeyV',
  keyboard: 'KeyK',
  screenshot: 'KeyG',
  record: 'KeyE',
  files: 'KeyD',
  full_screen: 'KeyF',
  take: 'KeyT',
  give: 'KeyY',
} as const;
export type Shortcut = keyof typeof shortcutKeys;

type Keys = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & {
  /** AltGr writes characters; some systems report it as Ctrl and Alt. */
  readonly isAltGraph: boolean;
};

export function findShortcut(keys: Keys, modifier: Modifier): Shortcut | undefined {
  if (modifier === 'none' || keys.metaKey || keys.isAltGraph) return undefined;
  const isHeld =
    modifier === 'alt'
      ? keys.altKey && !keys.ctrlKey && !keys.shiftKey
      : keys.ctrlKey && keys.shiftKey && !keys.altKey;
  if (!isHeld) return undefined;
  return (Object.keys(shortcutKeys) as Shortcut[]).find((each) => shortcutKeys[each] === keys.code);
}

const arrows: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** "Alt H"; undefined while the shortcuts are off. */
export function shortcutName(shortcut: Shortcut, modifier: Modifier, isApple: boolean): string | undefined {
  if (modifier === 'none') return undefined;
  const alt = isApple ? '⌥' : 'Alt';
  const code = shortcutKeys[shortcut];
  const key = arrows[code] ?? code.slice(3);
  return `${modifier === 'alt' ? alt : 'Ctrl Shift'} ${key}`;
}
