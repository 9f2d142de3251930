import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../forms/is-typing.ts';

/** "?" opens Help, unless it is typed into a field or the page has a use of its own for it, as the session page has. */
export function useHelpKey(open: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === '?' && !event.defaultPrevented && !isTyping(event.target)) open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
