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
  if (pressSystemKey(windows, keycode)) return;
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

function pressSystemKey(windows: Windows, keycode: number): boolean {
  switch (keycode) {
    case KEY.home:
      windows.goHome();
      return true;
    case KEY.back:
    case KEY.escape:
      windows.goBack();
      return true;
    case KEY.appSwitch:
      windows.showRecents();
      return true;
    case KEY.notification:
      windows.shade.open(false);
      return true;
    case KEY.volumeUp:
      windows.volume.step(1);
      return true;
    case KEY.volumeDown:
      windows.volume.step(-1);
      return true;
    case KEY.volumeMute:
      windows.volume.mute();
      return true;
    default:
      return false;
  }
}
