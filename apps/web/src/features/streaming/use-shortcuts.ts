import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { isTyping } from '../../forms/is-typing.ts';
import { takeShortcut } from '../../streams/listen-to-shortcuts.ts';
import { readModifier, writeModifier } from '../../streams/shortcut-modifier.ts';
import { type Modifier, type Shortcut, shortcutName } from '../../streams/shortcuts.ts';

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
    const shortcut = takeShortcut(event, modifier);
    if (shortcut !== undefined) on.run(shortcut);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    // Before the phone's field gets the key, so that a shortcut is not typed into the phone.
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
  const chooseModifier = useCallback((next: Modifier) => {
    setModifier(next);
    writeModifier(next);
  }, []);
  return { modifier, chooseModifier, nameOf: (shortcut) => shortcutName(shortcut, modifier, isApple()) };
}

/** The keys of a shortcut as they are chosen now, for what stands beside the phone. */
export function keysOf(shortcut: Shortcut): string | undefined {
  return shortcutName(shortcut, readModifier(), isApple());
}

function isApple(): boolean {
  return /^(?:Mac|iP)/.test(navigator.platform);
}
