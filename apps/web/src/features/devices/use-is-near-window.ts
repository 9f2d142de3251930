import { type RefObject, useEffect, useState } from 'react';

/** How far outside of the window a tile may be and still be loaded. */
const margin = '200px';

/** True when the element is in the window or close to it. Other tiles are not loaded. */
export function useIsNearWindow(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => entry && setNear(entry.isIntersecting), {
      rootMargin: margin,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}
