/** The sections that the navigation leads to (spec section 2), in the order of the page. */
export const sections = [
  { id: 'home', label: 'Home' },
  { id: 'pricing', label: 'Pricing' },
  { id: 'faq', label: 'FAQ' },
  { id: 'contact-form', label: 'Contact' },
] as const;

export type SectionId = (typeof sections)[number]['id'];

export function scrollToSection(id: SectionId): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const behavior = isStill ? 'auto' : 'smooth';
  if (id === 'home') window.scrollTo({ top: 0, behavior });
  else document.getElementById(id)?.scrollIntoView({ behavior, block: 'start' });
}
