import { brand } from '@pocketfleet/rules';
import { Logo, TooltipProvider } from '@pocketfleet/ui';
import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { Link, Outlet, useMatch } from 'react-router';
import { paths } from '../../app/paths.ts';
import { LiveEventsProvider } from '../live/live-events-provider.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { NavDrawer, Sidebar } from './sidebar.tsx';
import { UserMenu } from './user-menu.tsx';

/** Fixed header, sidebar (a drawer on small screens), and the page. */
export function ProtectedLayout() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  // The session page needs the room: its sidebar is a rail.
  const isSession = useMatch('/devices/:id/stream') !== null;
  const [isRail, setRail] = useRailChoice();
  const showsRail = isSession || isRail;
  return (
    <LiveEventsProvider>
      <TooltipProvider>
        <a
          href="#content"
          className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-primary px-4 py-2 font-medium text-on-primary focus:translate-y-0"
        >
          Skip to content
        </a>
        <header className="fixed inset-x-0 top-0 z-30 flex h-14 items-center gap-3 border-hairline border-b bg-page px-4 lg:px-5">
          <button
            type="button"
            aria-label="Open navigation"
            aria-expanded={isDrawerOpen}
            onClick={() => setDrawerOpen(true)}
            className="-ml-1.5 inline-flex size-9 items-center justify-center rounded-control text-second hover:bg-hover hover:text-main lg:hidden"
          >
            <MenuIcon size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
          <Link to={paths.devices} aria-label={`${brand.name}: devices`} className="rounded-small">
            <Logo />
          </Link>
          <div className="flex-1" />
          <UserMenu />
        </header>
        <Sidebar
          isRail={showsRail}
          canToggle={!isSession}
          onToggle={() => setRail(!isRail)}
          onHelp={() => setHelpOpen(true)}
        />
        <NavDrawer isOpen={isDrawerOpen} onOpenChange={setDrawerOpen} onHelp={() => setHelpOpen(true)} />
        <main
          id="content"
          tabIndex={-1}
          className={`min-h-dvh pt-14 outline-none ${showsRail ? 'lg:pl-16' : 'lg:pl-56'}`}
        >
          <Outlet />
        </main>
        <HelpDialog isOpen={isHelpOpen} onOpenChange={setHelpOpen} />
      </TooltipProvider>
    </LiveEventsProvider>
  );
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
