import { useEffect } from 'react';

/** Sets the document's title: "Order PF-1042 · Pocketfleet team". */
export function useBrowserTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Pocketfleet team`;
  }, [title]);
}
