// The keys that take the keyboard out of the phone or its shell. Two chords do it everywhere, since none is free on every
// system: KDE Plasma 5 ends a window with Ctrl+Alt+Esc, and small keyboards have no Home key.

export function isExitChord(event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'altKey'>): boolean {
  return event.ctrlKey && event.altKey && (event.code === 'Escape' || event.code === 'Home');
}

/** The one to be named on this system. */
export function exitChordName(platform: string = navigator.platform): string {
  return platform.startsWith('Linux') ? 'Ctrl Alt Home' : 'Ctrl Alt Esc';
}
