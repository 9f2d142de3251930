import { buttonClass } from '@pocketfleet/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="rounded-key font-medium text-main underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {children}
    </Link>
  );
}

/** A page's main action, where it leads to another page. */
export function ButtonLink({ to, state, children }: { to: string; state?: unknown; children: ReactNode }) {
  return (
    <Link to={to} state={state} className={`${buttonClass('primary', 'large')} w-full`}>
      {children}
    </Link>
  );
}
