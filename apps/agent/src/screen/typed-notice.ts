// The notice to viewers about text that they typed. None where it reads back as typed, or where they have lost the phone,
// which they are told otherwise.
import { type ActionResult, type TypedNotice, toldText } from '@pocketfleet/contract';

/** `text`: empty for a password. */
export function typedNotice(
  { done, why, confirmed, detail }: ActionResult,
  text: string,
): TypedNotice | undefined {
  if (why === 'seat_lost') return undefined;
  if (!done) return { type: 'typed', outcome: 'failed', why, ...toldText(text) };
  // The keyboard is restored before it reads back; a sentence says that it could not be.
  if (detail !== '') return { type: 'typed', outcome: 'keyboard_left', why: null };
  return confirmed === 'confirmed' || confirmed === null
    ? undefined
    : { type: 'typed', outcome: confirmed, why: null, ...toldText(text) };
}
