import { Button, buttonClass, LazyBoundary, Logo, lazyWithRetry } from '@pocketfleet/ui';
import clsx from 'clsx';
import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/landing';
import { paths } from '../../paths.ts';
import type { NavAccount } from './landing-drawer.tsx';
import { sections } from './sections.ts';
import { useScrollPlace } from './use-scroll-place.ts';
import { useSectionJump } from './use-section-jump.ts';

// Loaded when the drawer is opened for the first time, because it needs Radix's dialog.
const NavDrawer = lazyWithRetry(() => import('./landing-drawer.tsx'));

/**
 * The bar of every public page. On the landing page it lies on the hero until 50 px are scrolled; elsewhere
 * (`isPlain`) it is solid from the start. `account` is null for visitors.
 */
export function SiteNav({ account, isPlain }: { account: NavAccount; isPlain?: boolean }) {
  const place = useScrollPlace();
  const jump = useSectionJump();
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  const isSolid = isPlain || place.isSolid;
  return (
    <header
      data-solid={isSolid}
      className={clsx(
        'on-ink fixed inset-x-0 top-0 z-30 border-b text-main transition-colors duration-150',
        isSolid ? 'border-hairline bg-page' : 'border-transparent bg-transparent',
      )}
    >
      <div className="mx-auto flex h-16 max-w-[1264px] items-center gap-4 px-5 sm:px-8">
        <div className="flex flex-1">
          <Link
            to={paths.home}
            aria-label={texts.brandHome()}
            aria-hidden={isSolid ? undefined : true}
            tabIndex={isSolid ? undefined : -1}
            onClick={() => jump('home')}
            className={clsx(
              'inline-flex rounded-small transition-opacity duration-150',
              isSolid ? 'opacity-100' : 'pointer-events-none opacity-0',
            )}
          >
            <Logo />
          </Link>
        </div>
        <nav aria-label={texts.site} className="hidden items-center gap-1 md:flex">
          {sections.map(({ id, label }) => (
            <NavButton
              key={id}
              isActive={!isPlain && place.active === id}
              onClick={() => jump(id)}
              label={label}
            />
          ))}
        </nav>
        <div className="hidden flex-1 items-center justify-end gap-1 md:flex">
          {account ? <SignedIn account={account} /> : <Visitor />}
        </div>
        <button
          type="button"
          aria-label={texts.openNavigation}
          aria-expanded={drawer === 'open'}
          onClick={() => setDrawer('open')}
          className="-mr-2 inline-flex size-11 items-center justify-center rounded-control hover:bg-hover md:hidden"
        >
          <MenuIcon size={20} />
        </button>
      </div>
      {drawer === 'never' ? null : (
        <LazyBoundary
          what={texts.theNavigation}
          over={{ isOpen: drawer === 'open', onClose: () => setDrawer('closed') }}
        >
          <NavDrawer
            isOpen={drawer === 'open'}
            onOpenChange={(isOpen) => setDrawer(isOpen ? 'open' : 'closed')}
            account={account}
            onJump={jump}
          />
        </LazyBoundary>
      )}
    </header>
  );
}

function NavButton(props: { isActive: boolean; label: string; onClick(): void }) {
  return (
    <button
      type="button"
      onClick={props.onClick}
      aria-current={props.isActive ? 'true' : undefined}
      className={clsx(
        'relative h-11 rounded-small px-3.5 font-medium text-body transition-colors duration-120 hover:text-main',
        'after:absolute after:inset-x-3.5 after:bottom-2 after:h-0.5 after:rounded-full after:transition-colors after:duration-150',
        props.isActive ? 'text-main after:bg-lime' : 'text-second after:bg-transparent',
      )}
    >
      {props.label}
    </button>
  );
}

function Visitor() {
  return (
    <>
      <Link to={paths.login} className={buttonClass('quiet')}>
        {texts.signIn}
      </Link>
      <Link
        to={paths.register}
        className={clsx(buttonClass('secondary'), 'border-transparent bg-paper! text-ink!')}
      >
        {texts.getStarted}
      </Link>
    </>
  );
}

function SignedIn({ account }: { account: NonNullable<NavAccount> }) {
  return (
    <>
      <span className="max-w-40 truncate px-2 text-second" title={account.username}>
        {account.username}
      </span>
      <Link to={paths.account} className={buttonClass('quiet')}>
        {texts.devices}
      </Link>
      <Button kind="quiet" onClick={account.onLogout}>
        {texts.logout}
      </Button>
    </>
  );
}
