import type { TypedNotice } from '@pocketfleet/contract';

export const slowLineSmallerPicture = 'Slow line: smaller picture';
export const connecting = 'Connecting';
export const reconnecting = 'Reconnecting';
export const streamEnded = 'Stream ended';
export const paused = 'Paused';
export const stalled = 'Stalled';
export const connected = 'Connected';
export const goodConnection = 'Good connection';
export const fairConnection = 'Fair connection';
export const slowConnection = 'Slow connection';

/** Text that was typed or pasted at a live picture, and did not surely arrive. */
export function typedTrouble({ outcome, why }: Pick<TypedNotice, 'outcome' | 'why'>): string {
  if (outcome === 'different') return 'The field holds something other than what you typed.';
  if (outcome === 'unconfirmed') return 'Your text was typed, but the field could not be read to check it.';
  if (outcome === 'keyboard_left') return 'Your keyboard on the phone is not back yet. We try again.';
  if (why === 'refused') return 'The phone allows no other keyboard, so this text can’t be typed.';
  if (why === 'unavailable') return 'The computer of this phone can type plain letters only.';
  return 'Your text could not be typed. Please try again.';
}

/** On the picture. A setting has no name. */
export const recordedBy = (by: string) => (by === '' ? 'Recorded by a setting' : `Recorded by ${by}`);
