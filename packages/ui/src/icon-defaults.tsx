import { LucideProvider } from 'lucide-react';
import type { ReactNode } from 'react';

/** The stroke of all icons. lucide-react itself hides them from screen readers, unless they have a name. */
export function IconDefaults({ children }: { children: ReactNode }) {
  return <LucideProvider strokeWidth={1.75}>{children}</LucideProvider>;
}
