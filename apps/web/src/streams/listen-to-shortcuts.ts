// Hears the shortcuts of a page with a live phone, and does those that concern the phone alone.
import type { PhoneKey, Player } from '@pocketfleet/stream-player';
import { findShortcut, type Modifier, type Shortcut } from './shortcuts.ts';

/** The players whose phone's own display was turned off from here. */
const dark = new WeakSet<Player>();

/** The shortcut that a key means; it then reaches nothing else on the page. */
export function takeShortcut(event: KeyboardEvent, modifier: Modifier): Shortcut | undefined {
  const { code, altKey, ctrlKey, metaKey, shiftKey } = event;
  const isAltGraph = event.getModifierState('AltGraph');
  const shortcut = findShortcut({ code, altKey, ctrlKey, metaKey, shiftKey, isAltGraph }, modifier);
  if (shortcut === undefined) return undefined;
  event.preventDefault();
  event.stopPropagation();
  return event.repeat && !shortcut.startsWith('volume') ? undefined : shortcut;
}

type PhoneShortcut = Exclude<Shortcut, 'screenshot' | 'record' | 'files' | 'full_screen' | 'give'>;

/** `onRefusedPaste`: the browser lets this page not read the clipboard, or the text is too long. */
export function runOnPhone(player: Player, shortcut: PhoneShortcut, onRefusedPaste: () => void): void {
  const keys: Partial<Record<PhoneShortcut, PhoneKey>> = {
    home: 'home',
    back: 'back',
    recents: 'recents',
    volume_up: 'volume_up',
    volume_down: 'volume_down',
    power: 'power',
  };
  const key = keys[shortcut];
  if (key !== undefined) player.key(key);
  else if (shortcut.startsWith('rotate')) player.rotate();
  else if (shortcut === 'screen') toggleDisplay(player);
  else if (shortcut === 'notifications' || shortcut === 'copy' || shortcut === 'cut')
    player.command(shortcut);
  else if (shortcut === 'take') player.takeControl();
  else if (shortcut === 'keyboard') player.enterKeyboard();
  else if (shortcut === 'paste') void paste(player).catch(onRefusedPaste);
}

function toggleDisplay(player: Player): void {
  const isDark = dark.has(player);
  player.command(isDark ? 'display_on' : 'display_off');
  if (isDark) dark.delete(player);
  else dark.add(player);
}

async function paste(player: Player): Promise<void> {
  const text = await navigator.clipboard.readText();
  if (player.setClipboard(text, { paste: true }) === undefined) throw new Error('the text was not sent');
}
