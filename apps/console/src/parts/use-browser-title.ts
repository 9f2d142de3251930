import { useEffect } from 'react';

/** The title of the browser's tab and history: "Order PF-1042 · Pocketfleet team". */
export function useBrowserTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Pocketfleet team`;
  }, [title]);
}
