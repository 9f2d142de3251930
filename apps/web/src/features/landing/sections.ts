import * as texts from '#language/landing';

/** The sections that the navigation leads to (spec section 2), in the order of the page. */
export const sections = [
  { id: 'home', label: texts.home },
  { id: 'pricing', label: texts.pricing },
  { id: 'faq', label: 'FAQ' },
  { id: 'contact-form', label: texts.contact },
] as const;

export type SectionId = (typeof sections)[number]['id'];

/** From now on all sections are laid out (build/early-code.ts), so that the page doesn't grow while it scrolls. */
export function layOutSections(): void {
  document.documentElement.dataset['whole'] = '';
}

export function scrollToSection(id: SectionId): void {
  layOutSections();
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const behavior = isStill ? 'auto' : 'smooth';
  if (id === 'home') window.scrollTo({ top: 0, behavior });
  else document.getElementById(id)?.scrollIntoView({ behavior, block: 'start' });
}
