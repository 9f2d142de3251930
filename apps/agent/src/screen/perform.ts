// Carries out one action on the phone. Whether it may be done, and what came of it, is decided in actions.ts.
import type { ScreenAction, ScreenKey } from '@pocketfleet/contract';
import { startApp, stopApp } from '../files/apps.ts';
import type { ControlPhone, ControlSession, DisplaySize, Point } from '../scrcpy/control-session.ts';
import { typeByKeyboard } from './keyboard.ts';
import { ScreenError } from './screen-error.ts';
import { canBeTypedByKeys } from './typed-text.ts';

const tapMs = 40;
const longPressMs = 700;
const stepMs = 16;
/** How far a swipe by direction goes, as a part of its target. */
const swipeShare = 0.35;
/** scrcpy takes at most 300 bytes of text at once. */
const maxKeysText = 300;

const keycodes: Readonly<Record<ScreenKey, number>> = {
  home: 3,
  back: 4,
  up: 19,
  down: 20,
  left: 21,
  right: 22,
  volume_up: 24,
  volume_down: 25,
  power: 26,
  tab: 61,
  enter: 66,
  delete: 67,
  menu: 82,
  escape: 111,
  recents: 187,
};

export interface Performing {
  readonly phone: ControlPhone;
  readonly control: ControlSession;
  readonly user: number;
  /** Undefined where this host has no reader's files. */
  readonly keyboardApk: Uint8Array | undefined;
  /** The typed text is a stored secret. */
  readonly secret?: object | undefined;
  /** Throws when somebody else has the phone since: before each step. */
  readonly checkSeat: () => void;
}

export interface Place {
  readonly point: Point;
  readonly display: DisplaySize;
  /** The target's size, for a swipe by direction. */
  readonly size: DisplaySize;
  /** Asked while the finger is down: whether the target is not under it, so that the finger must press nothing. */
  readonly isAway?: () => Promise<boolean>;
}

/** Returns a sentence about what could not be put right afterwards. */
export async function perform(
  { phone, control, user, keyboardApk, secret, checkSeat }: Performing,
  action: ScreenAction,
  place: Place | undefined,
): Promise<string | undefined> {
  checkSeat();
  switch (action.action) {
    case 'tap':
      return press(control, place, tapMs);
    case 'long_press':
      return press(control, place, longPressMs);
    case 'swipe':
      return swipe({ control, checkSeat }, action, place);
    case 'press':
      await control.key(keycodes[action.key]);
      return undefined;
    case 'open_app':
      await phone.withAdb((adb) => startApp(adb, action.app));
      return undefined;
    case 'close_app':
      await phone.withAdb((adb) => stopApp(adb, action.app, user));
      return undefined;
    case 'type': {
      // Between two pieces of keys another field may get the focus, and with it the rest of a secret.
      const isOnePiece = secret === undefined || action.text.length <= maxKeysText;
      if (canBeTypedByKeys(action.text) && isOnePiece && !action.replace)
        return typeByKeys({ control, checkSeat }, action.text);
      if (keyboardApk === undefined) throw new ScreenError('unavailable', 'this host has no typing keyboard');
      return phone.withAdb((adb) =>
        typeByKeyboard({ adb, user, apk: keyboardApk, checkSeat }, action.text, action.replace),
      );
    }
  }
}

async function press(control: ControlSession, place: Place | undefined, ms: number): Promise<undefined> {
  if (place === undefined) return;
  await control.touch('down', place.point, place.display);
  const pressed = pause(ms);
  // At once, before it becomes a long press of something else.
  const isAway = (await place.isAway?.()) === true;
  if (!isAway) await pressed;
  await control.touch(isAway ? 'cancel' : 'up', place.point, place.display);
}

type Steps = Pick<Performing, 'control' | 'checkSeat'>;

async function swipe(
  { control, checkSeat }: Steps,
  { direction, to_x, to_y, duration_ms }: Extract<ScreenAction, { action: 'swipe' }>,
  place: Place | undefined,
): Promise<undefined> {
  if (place === undefined) return;
  const { point, display, size } = place;
  const by = { x: Math.round(size.width * swipeShare), y: Math.round(size.height * swipeShare) };
  const moves = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;
  const [toX, toY] = direction === undefined ? [0, 0] : moves[direction];
  // A swipe by direction is centred on the target, so that it stays inside of it.
  const from = { x: point.x - toX * by.x, y: point.y - toY * by.y };
  const to = { x: to_x ?? point.x + toX * by.x, y: to_y ?? point.y + toY * by.y };
  const steps = Math.max(2, Math.round(duration_ms / stepMs));
  await control.touch('down', direction === undefined ? point : from, display);
  const start = direction === undefined ? point : from;
  let last: Point = start;
  try {
    for (let step = 1; step <= steps; step++) {
      await pause(duration_ms / steps);
      checkSeat();
      const at = (a: number, b: number): number => Math.round(a + ((b - a) * step) / steps);
      last = { x: at(start.x, to.x), y: at(start.y, to.y) };
      await control.touch('move', last, display);
    }
  } finally {
    // The finger of somebody who has lost the phone doesn't stay on it.
    await control.touch('up', last, display);
  }
}

async function typeByKeys({ control, checkSeat }: Steps, text: string): Promise<undefined> {
  for (let at = 0; at < text.length; at += maxKeysText) {
    checkSeat();
    await control.text(text.slice(at, at + maxKeysText));
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
