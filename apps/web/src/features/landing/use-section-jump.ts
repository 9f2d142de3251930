import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { layOutSections, type SectionId, scrollToSection, sections } from './sections.ts';

/** After a change of route, the page waits this long before it scrolls (spec section 2). */
const afterNavigationMs = 100;

/** The first signs that somebody is about to scroll: a mouse moves before it drags a scroll bar. */
const signsOfScrolling = ['pointermove', 'touchstart', 'keydown', 'wheel', 'scroll'] as const;

/** Scrolls to a section; from another route it goes to the landing page first. */
export function useSectionJump(): (id: SectionId) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (id) => {
    if (pathname === paths.home) scrollToSection(id);
    else navigate(paths.home, { state: { section: id } });
  };
}

/** On the landing page: scrolls once to the section that another route or the address has asked for. */
export function useRequestedSection(): void {
  const { state, hash } = useLocation();
  const wanted = readSection(state) ?? sections.find(({ id }) => `#${id}` === hash)?.id;
  useEffect(() => {
    if (wanted === undefined) return;
    const timer = setTimeout(() => scrollToSection(wanted), afterNavigationMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  // Also when the page is left, so that the browser can restore the scroll position on return.
  useEffect(() => {
    for (const sign of signsOfScrolling)
      window.addEventListener(sign, layOutSections, { passive: true, once: true });
    return () => {
      for (const sign of signsOfScrolling) window.removeEventListener(sign, layOutSections);
      layOutSections();
    };
  }, []);
}

function readSection(state: unknown): SectionId | undefined {
  if (typeof state !== 'object' || state === null || !('section' in state)) return undefined;
  return sections.find(({ id }) => id === state.section)?.id;
}
