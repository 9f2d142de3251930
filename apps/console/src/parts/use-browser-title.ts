import { useEffect } from 'react';

/** What the browser's tab and history say: "Order PF-1042 · Pocketfleet team". */
export function useBrowserTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Pocketfleet team`;
  }, [title]);
}
