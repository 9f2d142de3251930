// States that keep programs or people from a phone's apps, or from their picture. Android is asked only where a reading makes one
// think so.
import type { Adb } from '@yume-chan/adb';
import { runCommands } from '../adb/run-commands.ts';

const timeoutMs = 5_000;
/** FLAG_SECURE, as Android 8 and earlier print the flags of a window. */
const secureFlag = 0x2000;
/** As the reader writes the root of a window: one of Android's own that has the focus, such as the lock screen or the shade. */
const systemInFront = /window-type="3" window-layer="[^"]*" window-active="true"/;

export interface PhoneState {
  readonly isDisplayOff: boolean;
  readonly isLocked: boolean;
}

/** Undefined where the phone doesn't tell. Never rejects. */
export async function readPhoneState(adb: Adb): Promise<PhoneState | undefined> {
  try {
    const [power = '', window = ''] = await runCommands(
      adb,
      ['dumpsys power | grep mWakefulness=', 'dumpsys window | grep mDreamingLockscreen='],
      timeoutMs,
    );
    return {
      isDisplayOff: power !== '' && !power.includes('mWakefulness=Awake'),
      isLocked: window.includes('mDreamingLockscreen=true'),
    };
  } catch {
    return undefined;
  }
}

/** Whether the lock screen may be in front. */
export function hasSystemInFront(xml: Uint8Array): boolean {
  return systemInFront.test(Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength).toString('latin1'));
}

/** Why a screen has no tree: a part of a sentence, in our own words. */
export function describeOff(state: PhoneState | undefined): string {
  if (state === undefined) return 'the screen has no complete tree: it may be off, locked or changing';
  const { isDisplayOff, isLocked } = state;
  if (isDisplayOff) return isLocked ? 'the display is off, and the phone is locked' : 'the display is off';
  return isLocked ? 'the phone is locked' : 'the screen has no complete tree: it may be changing';
}

/** As answers tell it. */
export function toFields(state: PhoneState | undefined): { locked?: boolean; display_off?: boolean } {
  return state === undefined ? {} : { locked: state.isLocked, display_off: state.isDisplayOff };
}

/** Whether the window in front is black in pictures. Undefined where the phone doesn't tell. Never rejects. */
export async function isSecureInFront(adb: Adb): Promise<boolean | undefined> {
  try {
    const [windows = ''] = await runCommands(
      adb,
      ["dumpsys window windows | grep -E '^ *Window #|mCurrentFocus=|fl='"],
      timeoutMs,
    );
    return readSecure(windows);
  } catch {
    return undefined;
  }
}

/** Of these lines of `dumpsys window windows`. Undefined where they name no window in front, or not its flags. */
export function readSecure(lines: string): boolean | undefined {
  const inFront = /mCurrentFocus=(Window\{[^}]*\})/.exec(lines)?.[1];
  if (inFront === undefined) return undefined;
  let isInFront = false;
  for (const line of lines.split('\n')) {
    const window = /^ *Window #\d+ (Window\{[^}]*\})/.exec(line)?.[1];
    if (window !== undefined) isInFront = window === inFront;
    const flags = isInFront ? /(?:^|\s)fl=(#[\da-f]+|[A-Z_ |]+)/.exec(line)?.[1] : undefined;
    if (flags?.startsWith('#')) return (Number.parseInt(flags.slice(1), 16) & secureFlag) !== 0;
    if (flags !== undefined) return flags.split(/[ |]/).includes('SECURE');
  }
  return undefined;
}
