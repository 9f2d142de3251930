import { useEffect, useState } from 'react';
import { type SectionId, sections } from './sections.ts';

/** From here on the bar is solid and shows the logo (spec section 9). */
const solidAfterPx = 50;

/** Returns whether the bar is solid at this scroll position, and the section that is being read. */
export function useScrollPlace(): { isSolid: boolean; active: SectionId } {
  const [isSolid, setSolid] = useState(false);
  const [active, setActive] = useState<SectionId>('home');
  useEffect(() => {
    let frame = 0;
    const read = () => {
      frame = 0;
      setSolid(window.scrollY > solidAfterPx);
      setActive(sectionAt(window.innerHeight * 0.4));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(read);
    };
    read();
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onScroll);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onScroll);
    };
  }, []);
  return { isSolid, active };
}

/** The last section that begins above this line of the window. */
function sectionAt(line: number): SectionId {
  let found: SectionId = 'home';
  for (const { id } of sections) {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    if (top !== undefined && top <= line) found = id;
  }
  const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  return isAtEnd && window.scrollY > 0 ? 'contact-form' : found;
}
