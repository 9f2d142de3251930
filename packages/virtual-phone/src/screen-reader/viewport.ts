import type { AndroidScreen, Bounds } from '@pocketfleet/phone-parts';
import { JavaError } from './capture.ts';

/** The active app window's rectangle, and the keyboard's where it lies over it. */
export function describeViewport(screen: AndroidScreen): Record<string, string | number> {
  const windows = screen.windows();
  const app = windows.findLast(({ type }) => type === 'app');
  if (app === undefined)
    throw new JavaError('java.lang.IllegalStateException', 'No active application window');
  const keyboard = windows.find(({ type }) => type === 'keyboard');
  return {
    kind: 'viewport',
    ...sizes(app.bounds, ['x', 'y', 'width', 'height']),
    ...(keyboard === undefined
      ? {}
      : sizes(keyboard.bounds, ['keyboardX', 'keyboardY', 'keyboardWidth', 'keyboardHeight'])),
  };
}

function sizes({ left, top, right, bottom }: Bounds, names: readonly [string, string, string, string]) {
  const values = [left, top, right - left, bottom - top];
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? 0]));
}
