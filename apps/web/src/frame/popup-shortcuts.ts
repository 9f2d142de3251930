// The keys of a popup, loaded once its picture can be drawn.
import type { Player } from '@pocketfleet/stream-player';
import { runOnPhone, takeShortcut } from '../streams/listen-to-shortcuts.ts';
import { readModifier } from '../streams/shortcut-modifier.ts';

/**
 * The session's shortcuts, as far as a popup has what they do. The sentences are the popup's: a module of texts that both files
 * load would make the frame heavier.
 */
export function listenToShortcuts(
  player: Player,
  screenshot: () => void,
  onResult: (text: string) => void,
  [onlyInTheSession, couldNotPaste]: readonly [string, string],
): void {
  const onKeyDown = (event: KeyboardEvent) => {
    // The modifier may have been changed in a session meanwhile.
    const shortcut = takeShortcut(event, readModifier());
    if (shortcut === undefined) return;
    if (shortcut === 'screenshot') screenshot();
    else if (shortcut === 'full_screen') void toggleFullScreen();
    else if (shortcut === 'record' || shortcut === 'files' || shortcut === 'give') onResult(onlyInTheSession);
    else runOnPhone(player, shortcut, () => onResult(couldNotPaste));
  };
  // Before the phone's field gets the key, so that a shortcut is not typed into the phone.
  window.addEventListener('keydown', onKeyDown, { capture: true });
}

async function toggleFullScreen(): Promise<void> {
  try {
    await (document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen());
  } catch {
    // The browser or its owner does not allow it: the window stays as it is.
  }
}
