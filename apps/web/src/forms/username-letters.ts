import { filterUsername } from '@pocketfleet/rules';
import type { ChangeEvent } from 'react';

/** Removes characters that a username can't have while it is typed, and keeps the caret in its place. */
export function keepUsernameLetters(
  event: ChangeEvent<HTMLInputElement>,
  filter: (typed: string) => string = filterUsername,
): void {
  const input = event.target;
  const kept = filter(input.value);
  if (kept === input.value) return;
  const before = filter(input.value.slice(0, input.selectionStart ?? undefined));
  input.value = kept;
  input.setSelectionRange(before.length, before.length);
}
