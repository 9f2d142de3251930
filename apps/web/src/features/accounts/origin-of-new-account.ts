// The page that a visitor wanted before they registered, such as an invitation. The link that verifies their address opens in
// a tab of its own, so the page is kept in this browser until then. A browser without storage leads to the devices.
import { keptOriginOf } from './left-state.ts';

const key = 'pocketfleet-new-account';

export function keepOrigin(email: string, from: string): void {
  try {
    localStorage.setItem(key, JSON.stringify({ email: nameOf(email), from }));
  } catch {
    // Storage is full or not allowed.
  }
}

/** Null if the account of this address was registered elsewhere, or for nothing but the devices. */
export function readOrigin(email: string): string | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    const isTheirs =
      typeof kept === 'object' && kept !== null && 'email' in kept && kept.email === nameOf(email);
    return isTheirs ? keptOriginOf(kept) : null;
  } catch {
    return null;
  }
}

/** An invitation is a secret, and is kept no longer than it is needed. */
export function forgetOrigin(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

function nameOf(email: string): string {
  return email.trim().toLowerCase();
}
