import clsx from 'clsx';
import { type RefObject, useEffect, useState } from 'react';

const storageKey = 'pocketfleet-slash-key';

/**
 * "/" puts the cursor into the field. A shortcut of one character must be possible to turn off: speech input types
 * such characters by mistake (WCAG 2.1.4). The button that names the shortcut does that.
 */
export function SlashKey({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const [isOn, setOn] = useState(readChoice);
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const isTyping = target?.closest('input, textarea, select, [contenteditable], [role=dialog]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn, field]);
  const toggle = () => {
    setOn(!isOn);
    try {
      localStorage.setItem(storageKey, isOn ? 'off' : 'on');
    } catch {
      // Storage is blocked: the choice holds for this page.
    }
  };
  return (
    <button
      type="button"
      aria-label="Shortcut: / goes to the search"
      aria-pressed={isOn}
      title={isOn ? 'Press / to search. Click to turn this off' : 'Click to search with the / key'}
      onClick={toggle}
      className={clsx(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-key border font-mono text-caption text-third hover:text-main [@media(hover:none)]:hidden',
        isOn ? 'border-control' : 'border-transparent line-through',
      )}
    >
      /
    </button>
  );
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}
