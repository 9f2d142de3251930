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

const purposes = {
  view: 'to start streaming',
  control: 'to start streaming',
  shell: 'for shell access',
  files: 'to start streaming',
  screen: 'to read the screen',
};

/** For a call without a token, by the purpose of its ticket (spec section 8). */
export const authenticationRequired = (purpose: keyof typeof purposes) =>
  `Authentication required ${purposes[purpose]}`;
export const authenticationRequiredForUrl = 'Authentication required for stream URL access';

/** Text that was typed or pasted at a live picture, and did not surely arrive. */
export function typingResult({ outcome, why, text }: Pick<TypedNotice, 'outcome' | 'why' | 'text'>): string {
  const typed = text === undefined ? 'your text' : `“${text}”`;
  if (outcome === 'different') return `The field now contains something other than ${typed}.`;
  if (outcome === 'unconfirmed') return `We couldn’t check that ${typed} was typed.`;
  if (outcome === 'keyboard_left') return 'The phone’s own keyboard isn’t back yet. We’ll keep trying.';
  if (why === 'refused') return `This phone doesn’t allow other keyboards, so we couldn’t type ${typed}.`;
  if (why === 'unavailable')
    return 'Only unaccented letters, numbers and signs can be typed on this phone right now.';
  return `We couldn’t type ${typed}. Please try again.`;
}

/** On the picture. A setting has no name. */
export const recordedBy = (by: string) => (by === '' ? 'Recorded by a setting' : `Recorded by ${by}`);
