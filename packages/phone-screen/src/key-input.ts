import { KEY } from '@pocketfleet/phone-parts';
import type { Clipboard } from './clipboard.ts';
import type { Power } from './power.ts';
import { editText } from './text-editing.ts';
import type { Windows } from './windows.ts';

export interface KeyInputDeps {
  readonly windows: Windows;
  readonly power: Power;
  readonly clipboard: Clipboard;
  readonly invalidate: () => void;
}

/** Handles a pressed key: first the power keys, then the system's keys, the front app, and its text field. */
export function pressKey(deps: KeyInputDeps, keycode: number, metaState: number): void {
  const { windows, power } = deps;
  if (pressPowerKey(power, keycode) || !power.on) return;
  if (power.locked) {
    if (keycode === KEY.MENU) power.unlock();
    return;
  }
  const pressSystemKey = SYSTEM_KEYS.get(keycode);
  if (pressSystemKey) {
    pressSystemKey(windows);
    return;
  }
  if (windows.tasks.front?.app.onKey?.(keycode, metaState)) {
    deps.invalidate();
    return;
  }
  const isEnter = keycode === KEY.ENTER || keycode === KEY.NUMPAD_ENTER;
  if (isEnter && windows.chooseByEnter()) return;
  if (windows.field) editText(windows.field, deps.clipboard, keycode, metaState);
}

function pressPowerKey(power: Power, keycode: number): boolean {
  if (keycode === KEY.POWER) power.set(!power.on);
  else if (keycode === KEY.WAKEUP) power.set(true);
  else if (keycode === KEY.SLEEP) power.set(false);
  else return false;
  return true;
}

const SYSTEM_KEYS = new Map<number, (windows: Windows) => void>([
  [KEY.HOME, (windows) => windows.goHome()],
  [KEY.BACK, (windows) => windows.goBack()],
  [KEY.ESCAPE, (windows) => windows.goBack()],
  [KEY.APP_SWITCH, (windows) => windows.showRecents()],
  [KEY.NOTIFICATION, (windows) => windows.shade.open(false)],
  [KEY.VOLUME_UP, (windows) => windows.volume.step(1)],
  [KEY.VOLUME_DOWN, (windows) => windows.volume.step(-1)],
  [KEY.VOLUME_MUTE, (windows) => windows.volume.mute()],
]);
