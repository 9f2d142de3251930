// The keys with which the viewer stops typing into the phone or its shell. Two chords work everywhere, because neither is
// free on every system: KDE Plasma 5 kills a window with Ctrl+Alt+Esc, and small keyboards have no Home key.

export function isExitChord(event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'altKey'>): boolean {
  return event.ctrlKey && event.altKey && (event.code === 'Escape' || event.code === 'Home');
}

/** The same for a screen reader, which spells shortened words. */
export function exitChordInWords(platform?: string): string {
  return exitChordName(platform).replace('Ctrl', 'Control').replace('Esc', 'Escape');
}

/** The chord that the page names on this system. */
export function exitChordName(platform: string = navigator.platform): string {
  return platform.startsWith('Linux') ? 'Ctrl Alt Home' : 'Ctrl Alt Esc';
}
