import { LazyBoundary, lazyWithRetry, Spinner } from '@pocketfleet/ui';
import type { ComponentType } from 'react';
import { createBrowserRouter } from 'react-router';
import { Layout } from '../features/layout/layout.tsx';
import { CrashPage, PageCrash } from '../pages/crash-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { NowPage } from '../pages/now-page.tsx';
import { paths } from '../paths.ts';

export function createRouter() {
  return createBrowserRouter([
    {
      Component: Layout,
      ErrorBoundary: CrashPage,
      HydrateFallback: Loading,
      // A page that fails leaves the navigation as it is; the next page that is opened shows itself.
      children: [
        {
          ErrorBoundary: PageCrash,
          children: [
            { path: paths.now, Component: NowPage },
            page(paths.fleet, async () => (await import('../pages/fleet-page.tsx')).FleetPage),
            page(paths.phone(':id'), async () => (await import('../pages/phone-page.tsx')).PhonePage),
            page(paths.hosts, async () => (await import('../pages/hosts-page.tsx')).HostsPage),
            page(paths.calendar, async () => (await import('../pages/calendar-page.tsx')).CalendarPage),
            page(paths.cleanings, async () => (await import('../pages/cleanings-page.tsx')).CleaningsPage),
            page(paths.alarms, async () => (await import('../pages/alarms-page.tsx')).AlarmsPage),
            page(paths.orders, async () => (await import('../pages/orders-page.tsx')).OrdersPage),
            page(paths.requests, async () => (await import('../pages/orders-page.tsx')).RequestsPage),
            page(paths.order(':id'), async () => (await import('../pages/order-page.tsx')).OrderPage),
            page(paths.payments, async () => (await import('../pages/payments-page.tsx')).PaymentsPage),
            page(paths.messages, async () => (await import('../pages/messages-page.tsx')).MessagesPage),
            page(paths.customers, async () => (await import('../pages/customers-page.tsx')).CustomersPage),
            page(paths.workspaces, async () => (await import('../pages/workspaces-page.tsx')).WorkspacesPage),
            page(
              paths.workspace(':id'),
              async () => (await import('../pages/workspace-page.tsx')).WorkspacePage,
            ),
            page(paths.audit, async () => (await import('../pages/audit-page.tsx')).AuditPage),
            page(
              paths.integrityChecks,
              async () => (await import('../pages/integrity-checks-page.tsx')).IntegrityChecksPage,
            ),
            page(paths.colleagues, async () => (await import('../pages/colleagues-page.tsx')).ColleaguesPage),
            page(paths.account, async () => (await import('../pages/account-page.tsx')).AccountPage),
            { path: '*', Component: NotFoundPage },
          ],
        },
      ],
    },
  ]);
}

/**
 * A page whose code is loaded when it is visited. If the code can't be loaded, the router would show only the crash page, and
 * keep the failure. So the route then gets a component that loads the page itself, within the layout, and retries when asked.
 */
function page(path: string, load: () => Promise<ComponentType>) {
  const lazy = async () => {
    try {
      return { Component: await load() };
    } catch {
      const Page = lazyWithRetry(async () => ({ default: await load() }));
      const element = (
        <LazyBoundary what="This page" waiting={<Loading />} className="mx-auto max-w-xl p-6">
          <Page />
        </LazyBoundary>
      );
      return { element };
    }
  };
  return { path, lazy };
}

function Loading() {
  return (
    <div className="flex min-h-dvh items-center justify-center">
      <Spinner size={24} label="Loading" />
    </div>
  );
}
