import { IconButton, LazyBoundary, Logo, lazyWithRetry, SkipLink } from '@pocketfleet/ui';
import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { Link, Outlet, useLocation, useMatch } from 'react-router';
import * as texts from '#language/layout';
import { LiveEventsProvider } from '../../live/live-events-provider.tsx';
import { panelRoutes, paths } from '../../paths.ts';
import { useMay, useWorkspace } from '../../session/use-workspace.ts';
import { CutOffNote } from './cut-off-note.tsx';
import { Sidebar } from './sidebar.tsx';
import { TeamSwitcher } from './team-switcher.tsx';
import { useHelpKey } from './use-help-key.ts';
import { UserMenu } from './user-menu.tsx';

// Drawers and dialogs are loaded when they are opened, so that no page waits for them.
const NavDrawer = lazyWithRetry(() => import('./nav-drawer.tsx'));
const HelpDialog = lazyWithRetry(() => import('./help/help-dialog.tsx'));
const TeamGate = lazyWithRetry(() => import('./team-gate.tsx'));

/** Fixed header, sidebar (a drawer on small screens), and the page. */
export function ProtectedLayout() {
  const help = useOpening();
  const drawer = useOpening();
  useHelpKey(() => help.setOpen(true));
  // The sidebar of the session page is a rail, because the page needs the room.
  const isSession = useMatch('/devices/:id/stream') !== null;
  const [isRail, setRail] = useRailChoice();
  const showsRail = isSession || isRail;
  return (
    <LiveEventsProvider>
      <SkipLink />
      <header className="in-[:root:has([data-session])]:compact:hidden fixed inset-x-0 top-0 z-30 flex h-14 items-center gap-3 border-hairline border-b bg-page px-4 lg:px-5">
        <IconButton
          label={texts.openNavigation}
          icon={<MenuIcon size={18} />}
          aria-expanded={drawer.isOpen}
          onClick={() => drawer.setOpen(true)}
          className="-ml-1.5 lg:hidden"
        />
        <Link to={paths.devices} aria-label={texts.brandDevices()} className="inline-flex rounded-small">
          <Logo />
        </Link>
        <div className="flex-1" />
        <TeamSwitcher />
        <UserMenu />
      </header>
      <Sidebar
        isRail={showsRail}
        canToggle={!isSession}
        onToggle={() => setRail(!isRail)}
        onHelp={() => help.setOpen(true)}
      />
      {drawer.hasBeenOpened ? (
        <LazyBoundary
          what={texts.theNavigation}
          over={{ isOpen: drawer.isOpen, onClose: () => drawer.setOpen(false) }}
        >
          <NavDrawer isOpen={drawer.isOpen} onOpenChange={drawer.setOpen} onHelp={() => help.setOpen(true)} />
        </LazyBoundary>
      ) : null}
      <main
        id="content"
        tabIndex={-1}
        className={`min-h-dvh pt-14 outline-none has-data-session:compact:pt-0 ${showsRail ? 'lg:pl-16' : 'lg:pl-56'}`}
      >
        <CutOffNote />
        {useIsRefused() ? (
          <LazyBoundary what={texts.thisPage}>
            <TeamGate />
          </LazyBoundary>
        ) : (
          <Outlet />
        )}
      </main>
      {help.hasBeenOpened ? (
        <LazyBoundary what={texts.help} over={{ isOpen: help.isOpen, onClose: () => help.setOpen(false) }}>
          <HelpDialog isOpen={help.isOpen} onOpenChange={help.setOpen} />
        </LazyBoundary>
      ) : null}
    </LiveEventsProvider>
  );
}

/** In a team that isn't the customer's, or wants a second factor that they lack, no page is shown; without the right to rent, none of those that rent. */
function useIsRefused(): boolean {
  const { pathname } = useLocation();
  const mayRent = useMay('rent');
  const workspace = useWorkspace();
  // The settings are the way out: they are about the person's own account.
  if (workspace?.lacks_second_factor) return pathname !== panelRoutes.settings;
  if (workspace === undefined) return true;
  return !mayRent && (pathname === panelRoutes.rent || pathname.startsWith(`${panelRoutes.rent}/`));
}

/** Once opened, it stays mounted, so that its closing can be animated. */
function useOpening(): { isOpen: boolean; hasBeenOpened: boolean; setOpen(isOpen: boolean): void } {
  const [isOpen, setIsOpen] = useState(false);
  const [hasBeenOpened, setHasBeenOpened] = useState(false);
  return {
    isOpen,
    hasBeenOpened,
    setOpen(next) {
      setIsOpen(next);
      if (next) setHasBeenOpened(true);
    },
  };
}

function useRailChoice(): [boolean, (isRail: boolean) => void] {
  const key = 'pocketfleet-rail';
  const [isRail, setRail] = useState(() => {
    try {
      return localStorage.getItem(key) === '1';
    } catch {
      return false;
    }
  });
  const choose = (next: boolean) => {
    setRail(next);
    try {
      localStorage.setItem(key, next ? '1' : '0');
    } catch {
      // Storage is blocked: the choice holds for this page.
    }
  };
  return [isRail, choose];
}
