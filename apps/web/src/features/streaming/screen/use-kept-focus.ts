import type { ScreenNode } from '@pocketfleet/contract';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * The control with the focus keeps it while the screen changes around it. When it is gone, the focus goes to what stands in
 * its place, and never to the top of the page; in another app, where nothing has its place, to the first of the screen.
 */
export function useKeptFocus(
  root: RefObject<HTMLElement | null>,
  nodes: readonly ScreenNode[],
  app: string,
): void {
  const last = useRef<{ ref: string; at: number; app: string } | null>(null);
  const appNow = useRef(app);
  useEffect(() => {
    const section = root.current;
    if (section === null) return;
    section.querySelector<HTMLElement>('[data-start]')?.focus({ preventScroll: true });
    const onFocus = ({ target }: FocusEvent) => {
      const ref = (target as HTMLElement).closest<HTMLElement>('[data-ref]')?.dataset['ref'] ?? '';
      last.current = { ref, at: indexIn(section, ref), app: appNow.current };
    };
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      // Null also when the element was removed: then the focus is brought back below.
      if (relatedTarget !== null && !section.contains(relatedTarget as Node)) last.current = null;
    };
    section.addEventListener('focusin', onFocus);
    section.addEventListener('focusout', onBlur);
    return () => {
      section.removeEventListener('focusin', onFocus);
      section.removeEventListener('focusout', onBlur);
    };
  }, [root]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the screen
  useLayoutEffect(() => {
    const section = root.current;
    const held = last.current;
    appNow.current = app;
    if (section === null || held === null || document.activeElement !== document.body) return;
    const own = section.querySelector<HTMLElement>(`[data-ref="${held.ref}"]`);
    const all = [...section.querySelectorAll<HTMLElement>('[data-ref]')];
    const next = own ?? all[held.app === app ? Math.min(held.at, all.length - 1) : 0];
    const target = next?.matches('button, input, textarea, [tabindex]')
      ? next
      : next?.querySelector<HTMLElement>('button');
    (target ?? section.querySelector<HTMLElement>('[data-start]'))?.focus({ preventScroll: true });
  }, [root, nodes, app]);
}

function indexIn(section: HTMLElement, ref: string): number {
  const refs = [...section.querySelectorAll<HTMLElement>('[data-ref]')].map(({ dataset }) => dataset['ref']);
  return Math.max(0, refs.indexOf(ref));
}
