import { filterUsername } from '@pocketfleet/rules';
import type { ChangeEvent } from 'react';

/** Keeps only a username's letters while it is typed; the caret stays where it was. */
export function keepUsernameLetters(event: ChangeEvent<HTMLInputElement>): void {
  const input = event.target;
  const kept = filterUsername(input.value);
  if (kept === input.value) return;
  const before = filterUsername(input.value.slice(0, input.selectionStart ?? undefined));
  input.value = kept;
  input.setSelectionRange(before.length, before.length);
}
