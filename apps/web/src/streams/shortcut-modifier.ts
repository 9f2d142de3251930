// The modifier of the shortcuts, kept in this browser for all sessions and popups.
import { type Modifier, modifiers } from './shortcuts.ts';

const storageKey = 'pocketfleet-shortcut-modifier';

export function readModifier(): Modifier {
  try {
    const stored = localStorage.getItem(storageKey);
    return modifiers.find((each) => each === stored) ?? 'alt';
  } catch {
    return 'alt';
  }
}

export function writeModifier(modifier: Modifier): void {
  try {
    localStorage.setItem(storageKey, modifier);
  } catch {
    // Storage is blocked: the choice holds for this page.
  }
}
