import { Drawer, IconButton, Logo, SkipLink } from '@pocketfleet/ui';
import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { Link, Outlet, ScrollRestoration } from 'react-router';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ActionProvider } from '../../parts/action-dialog.tsx';
import { paths } from '../../paths.ts';
import { LineNote } from './line-note.tsx';
import { NavItems } from './nav-items.tsx';
import { UserMenu } from './user-menu.tsx';

/** Fixed header with the fleet's figures, sidebar (a drawer on small screens), and the page. */
export function Layout() {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  return (
    <>
      <SkipLink />
      <header className="fixed inset-x-0 top-0 z-30 flex h-14 items-center gap-3 border-hairline border-b bg-page px-4 lg:px-5">
        <IconButton
          label="Open navigation"
          icon={<MenuIcon size={18} />}
          aria-expanded={isDrawerOpen}
          onClick={() => setDrawerOpen(true)}
          className="-ml-1.5 lg:hidden"
        />
        <Link to={paths.now} className="inline-flex items-center gap-2 rounded-small">
          <Logo />
          <span className="rounded-key border border-control px-1.5 font-mono text-caption text-second max-lg:hidden">
            team
          </span>
        </Link>
        <Figures />
        <div className="flex-1" />
        <UserMenu />
      </header>
      <aside className="fixed top-14 bottom-0 left-0 z-20 hidden w-60 flex-col overflow-y-auto border-hairline border-r bg-page p-3 lg:flex">
        <NavItems />
      </aside>
      <Drawer isOpen={isDrawerOpen} onOpenChange={setDrawerOpen} title="Navigation">
        <NavItems onNavigate={() => setDrawerOpen(false)} />
      </Drawer>
      <main id="content" tabIndex={-1} className="min-h-dvh pt-14 outline-none lg:pl-60">
        <ActionProvider>
          <Outlet />
        </ActionProvider>
      </main>
      <LineNote />
      <ScrollRestoration />
    </>
  );
}

function Figures() {
  const { data } = useApiQuery('getSummary');
  if (!data) return null;
  const figures = [
    { label: 'Hosts', value: `${data.hosts_online}/${data.hosts}` },
    { label: 'Phones online', value: `${data.phones_online}/${data.phones}` },
    { label: 'Rented', value: data.phones_rented },
    { label: 'Quarantined', value: data.phones_quarantined },
  ];
  return (
    <dl className="hidden items-center gap-4 whitespace-nowrap text-small md:flex lg:ml-6 lg:gap-6">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex items-baseline gap-1.5">
          <dt className="text-third">{label}</dt>
          <dd className="font-mono tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
