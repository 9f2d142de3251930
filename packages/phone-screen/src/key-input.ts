import type { Clipboard } from './clipboard.ts';
import { KEY } from './keycodes.ts';
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
    if (keycode === KEY.menu) power.unlock();
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
  const isEnter = keycode === KEY.enter || keycode === KEY.numpadEnter;
  if (isEnter && windows.chooseByEnter()) return;
  if (windows.field) editText(windows.field, deps.clipboard, keycode, metaState);
}

function pressPowerKey(power: Power, keycode: number): boolean {
  if (keycode === KEY.power) power.set(!power.on);
  else if (keycode === KEY.wakeup) power.set(true);
  else if (keycode === KEY.sleep) power.set(false);
  else return false;
  return true;
}

const SYSTEM_KEYS = new Map<number, (windows: Windows) => void>([
  [KEY.home, (windows) => windows.goHome()],
  [KEY.back, (windows) => windows.goBack()],
  [KEY.escape, (windows) => windows.goBack()],
  [KEY.appSwitch, (windows) => windows.showRecents()],
  [KEY.notification, (windows) => windows.shade.open(false)],
  [KEY.volumeUp, (windows) => windows.volume.step(1)],
  [KEY.volumeDown, (windows) => windows.volume.step(-1)],
  [KEY.volumeMute, (windows) => windows.volume.mute()],
]);
