import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Tells those who can't see it that another page is there: no document is loaded between two routes, so a screen
 * reader would say nothing. Its title is announced, and a focus that went with the old page goes to the new one's
 * content. The first page of a visit is announced by the browser.
 */
export function PageAnnouncer() {
  const [title, setTitle] = useState('');
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);

  // A page names itself when it is shown, or later: one that waits for the account does.
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
    <p role="status" aria-label="Page" className="sr-only">
      {title}
    </p>
  );
}
