import { buttonClass } from '@pocketfleet/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export function TextLink({ to, state, children }: { to: string; state?: unknown; children: ReactNode }) {
  return (
    <Link
      to={to}
      state={state}
      className="rounded-key font-medium text-main underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {children}
    </Link>
  );
}

/** A page's main action, where it leads to another page. */
export function ButtonLink(props: {
  to: string;
  state?: unknown;
  onClick?: () => void;
  children: ReactNode;
}) {
  const { children, ...link } = props;
  return (
    <Link {...link} className={`${buttonClass('primary', 'large')} w-full`}>
      {children}
    </Link>
  );
}
