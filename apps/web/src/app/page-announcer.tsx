import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import * as texts from '#language/layout';

/**
 * Announces each new page to screen readers, because no document is loaded between two routes. It announces the title, and
 * moves a focus that was lost with the old page to the new page's content. The browser announces the first page itself.
 */
export function PageAnnouncer() {
  const [title, setTitle] = useState('');
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);

  // A page sets its title when it is shown, or later, if it waits for the account.
  useEffect(() => {
    const element = document.querySelector('title');
    if (element === null) return;
    const observer = new MutationObserver(() => setTitle(document.title));
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    const hasLostFocus = document.activeElement === null || document.activeElement === document.body;
    if (hasLostFocus) document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <p role="status" aria-label={texts.page} className="sr-only">
      {title}
    </p>
  );
}
