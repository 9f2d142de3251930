import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../app/paths.ts';
import { layOutSections, type SectionId, scrollToSection, sections } from './sections.ts';

/** From another route the page gets this long to stand before it scrolls (spec section 2). */
const afterNavigationMs = 100;

/** Scrolls to a section; from another route it goes to the landing page first. */
export function useSectionJump(): (id: SectionId) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback(
    (id) => {
      if (pathname === paths.home) scrollToSection(id);
      else navigate(paths.home, { state: { section: id } });
    },
    [navigate, pathname],
  );
}

/** On the landing page: does what another route asked for, once, and what the address says. */
export function useAskedSection(): void {
  const { state, hash } = useLocation();
  const wanted = readSection(state) ?? sections.find(({ id }) => `#${id}` === hash)?.id;
  useEffect(() => {
    if (wanted === undefined) return;
    const timer = setTimeout(() => scrollToSection(wanted), afterNavigationMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  // Who comes back finds the place that was left.
  useEffect(() => layOutSections, []);
}

function readSection(state: unknown): SectionId | undefined {
  if (typeof state !== 'object' || state === null || !('section' in state)) return undefined;
  return sections.find(({ id }) => id === state.section)?.id;
}
