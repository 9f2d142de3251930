import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { isTyping } from '../../forms/is-typing.ts';
import { findShortcut, type Modifier, modifiers, type Shortcut, shortcutName } from './shortcuts.ts';

const storageKey = 'pocketfleet-shortcut-modifier';

export type Shortcuts = {
  modifier: Modifier;
  chooseModifier(modifier: Modifier): void;
  /** The keys of a shortcut; undefined while shortcuts are off. */
  nameOf(shortcut: Shortcut): string | undefined;
};

/** Listens for the session's shortcuts, and for "?", which shows them. */
export function useShortcuts(on: { run(shortcut: Shortcut): void; showAll(): void }): Shortcuts {
  const [modifier, setModifier] = useState(readModifier);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === '?' && !isTyping(event.target)) {
      event.preventDefault();
      on.showAll();
      return;
    }
    const { code, altKey, ctrlKey, metaKey, shiftKey } = event;
    const isAltGraph = event.getModifierState('AltGraph');
    const shortcut = findShortcut({ code, altKey, ctrlKey, metaKey, shiftKey, isAltGraph }, modifier);
    if (shortcut === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat || shortcut.startsWith('volume')) on.run(shortcut);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    // Before the phone's field gets the key, so that a shortcut is not typed into the phone.
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
  const chooseModifier = useCallback((next: Modifier) => {
    setModifier(next);
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // Storage is blocked: the choice holds for this page.
    }
  }, []);
  const isApple = /^(?:Mac|iP)/.test(navigator.platform);
  return { modifier, chooseModifier, nameOf: (shortcut) => shortcutName(shortcut, modifier, isApple) };
}

function readModifier(): Modifier {
  try {
    const stored = localStorage.getItem(storageKey);
    return modifiers.find((each) => each === stored) ?? 'alt';
  } catch {
    return 'alt';
  }
}
