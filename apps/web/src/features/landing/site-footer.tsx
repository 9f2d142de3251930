import { brand } from '@pocketfleet/rules';
import { Logo } from '@pocketfleet/ui';
import { Link } from 'react-router';
import * as texts from '#language/landing';
import { paths } from '../../paths.ts';
import { sections } from './sections.ts';
import { useSectionJump } from './use-section-jump.ts';

const legal = [
  { to: paths.terms, label: texts.terms },
  { to: paths.privacy, label: texts.privacy },
  { to: paths.acceptableUse, label: texts.acceptableUse },
  { to: paths.refunds, label: texts.refunds },
] as const;

const linkClass = 'inline-flex min-h-6 items-center rounded-key text-second hover:text-main';

export function SiteFooter({ onContacts }: { onContacts(): void }) {
  const jump = useSectionJump();
  return (
    <footer className="on-ink border-hairline border-t bg-page text-main">
      <div className="pf-column flex flex-col gap-8 py-12 lg:flex-row lg:items-center lg:justify-between">
        <Logo />
        <ul className="flex flex-wrap gap-x-7 gap-y-3 text-body">
          {sections.map(({ id, label }) => (
            <li key={id}>
              <button type="button" onClick={() => jump(id)} className={linkClass}>
                {label}
              </button>
            </li>
          ))}
          <li>
            <button type="button" onClick={onContacts} className={linkClass}>
              {texts.allContacts}
            </button>
          </li>
          <li>
            {/* A document of the server's. */}
            <a href={paths.apiReference} className={linkClass}>
              {texts.api}
            </a>
          </li>
          {legal.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className={linkClass}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <p className="text-small text-third">© 2026 {brand.name}</p>
      </div>
    </footer>
  );
}
