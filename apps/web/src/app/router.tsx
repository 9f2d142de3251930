import { LazyBoundary, lazyWithRetry, loadDialogs, Spinner } from '@pocketfleet/ui';
import { type ComponentType, useLayoutEffect, useRef } from 'react';
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
} from 'react-router';
import * as texts from '#language/layout';
import { ProtectedRoute } from '../features/accounts/protected-route.tsx';
import { CrashPage } from '../pages/crash-page.tsx';
import { panelRoutes, paths } from '../paths.ts';
import { PageAnnouncer } from './page-announcer.tsx';

/** The pages inside the panel's layout. */
const panelPages: Readonly<Record<string, () => Promise<ComponentType>>> = {
  [panelRoutes.devices]: async () => (await import('../pages/devices-page.tsx')).DevicesPage,
  [panelRoutes.stream(':id')]: async () => (await import('../pages/stream-page.tsx')).StreamPage,
  [panelRoutes.history]: async () => (await import('../pages/history-page.tsx')).HistoryPage,
  [panelRoutes.rent]: async () => (await import('../pages/rent-page.tsx')).RentPage,
  [panelRoutes.rentCheckout]: async () => (await import('../pages/rent-checkout-page.tsx')).RentCheckoutPage,
  [panelRoutes.rentPayment]: async () => (await import('../pages/rent-payment-page.tsx')).RentPaymentPage,
  [panelRoutes.rentRequest]: async () => (await import('../pages/rent-request-page.tsx')).RentRequestPage,
  [panelRoutes.settings]: async () => (await import('../pages/settings-page.tsx')).SettingsPage,
  [panelRoutes.team]: async () => (await import('../pages/team-page.tsx')).TeamPage,
  [panelRoutes.keys]: async () => (await import('../pages/keys-page.tsx')).KeysPage,
  [panelRoutes.connected]: async () => (await import('../pages/connected-page.tsx')).ConnectedPage,
  [panelRoutes.agents]: async () => (await import('../pages/agents-page.tsx')).AgentsPage,
  [panelRoutes.webhooks]: async () => (await import('../pages/webhooks-page.tsx')).WebhooksPage,
  [panelRoutes.recordings]: async () => (await import('../pages/recordings-page.tsx')).RecordingsPage,
  [panelRoutes.recording(':id')]: async () => (await import('../pages/recording-page.tsx')).RecordingPage,
  [panelRoutes.activity]: async () => (await import('../pages/activity-page.tsx')).ActivityPage,
  [panelRoutes.questions]: async () => (await import('../pages/questions-page.tsx')).QuestionsPage,
};

/** After this long on one of its pages, the panel's other pages and its dialogs are loaded: they open when the line is gone, too. */
const prefetchAfterMs = 4_000;

async function loadLayout() {
  const { ProtectedLayout } = await import('../features/layout/protected-layout.tsx');
  const prefetch = async () => {
    // One after the other, behind everything that the customer does.
    for (const load of [loadDialogs, ...Object.values(panelPages)]) await load().catch(() => undefined);
  };
  if (!import.meta.env.SSR) setTimeout(() => void prefetch(), prefetchAfterMs);
  return ProtectedLayout;
}

export const siteRoutes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: CrashPage,
    HydrateFallback: PageLoading,
    children: [
      page(paths.home, async () => (await import('../pages/landing-page.tsx')).LandingPage),
      page(paths.terms, async () => (await import('../pages/legal-pages.tsx')).TermsPage),
      page(paths.privacy, async () => (await import('../pages/legal-pages.tsx')).PrivacyPage),
      page(paths.acceptableUse, async () => (await import('../pages/legal-pages.tsx')).AcceptableUsePage),
      page(paths.refunds, async () => (await import('../pages/legal-pages.tsx')).RefundsPage),
      page(paths.login, async () => (await import('../pages/login-page.tsx')).LoginPage),
      page(paths.register, async () => (await import('../pages/register-page.tsx')).RegisterPage),
      page(
        paths.forgotPassword,
        async () => (await import('../pages/password-link-pages.tsx')).ForgotPasswordPage,
      ),
      page(
        paths.resetPassword,
        async () => (await import('../pages/password-link-pages.tsx')).ResetPasswordPage,
      ),
      page(paths.lockAccount, async () => (await import('../pages/lock-account-page.tsx')).LockAccountPage),
      page(paths.verifyEmail, async () => (await import('../pages/verify-email-page.tsx')).VerifyEmailPage),
      page(paths.invitation, async () => (await import('../pages/invitation-page.tsx')).InvitationPage),
      { path: paths.account, element: <ToDevices /> },
      { path: paths.dashboard, element: <ToDevices /> },
      {
        lazy: loadComponent(async () => (await import('./account-data.tsx')).AccountData),
        children: [
          page(
            '/unauthorized-stream/:id?',
            async () => (await import('../pages/unauthorized-stream-page.tsx')).UnauthorizedStreamPage,
          ),
          page(paths.connect, async () => (await import('../pages/connect-page.tsx')).ConnectPage),
          {
            Component: ProtectedRoute,
            children: [
              {
                lazy: loadComponent(loadLayout),
                children: [...Object.entries(panelPages).map(([path, load]) => page(path, load))],
              },
            ],
          },
        ],
      },
      page('*', async () => (await import('../pages/not-found-page.tsx')).NotFoundPage),
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(siteRoutes);
}

/** Passes the state of the history entry on, such as a notice for the next page. */
function ToDevices() {
  return <Navigate to={paths.devices} replace state={useLocation().state} />;
}

/** A page whose code is loaded when it is visited. */
function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: loadComponent(load) };
}

/**
 * If the code of a page can't be loaded, the router would show only the crash page, and keep the failure. So the route then
 * gets a component that loads the page itself, within its layout, and retries when asked.
 */
function loadComponent(load: () => Promise<ComponentType>) {
  return async () => {
    try {
      return { Component: await load() };
    } catch (error) {
      // The build must fail instead of rendering a page without its content.
      if (import.meta.env.SSR) throw error;
      const Page = lazyWithRetry(async () => ({ default: await load() }));
      const element = (
        <LazyBoundary what={texts.thisPage} waiting={<PageLoading />} className="mx-auto max-w-[640px] p-6">
          <Page />
        </LazyBoundary>
      );
      return { element };
    }
  };
}

function PageLoading() {
  return (
    <div className="flex min-h-dvh items-center justify-center">
      <Spinner size={24} label={texts.loading} />
    </div>
  );
}

/**
 * The key under which a scroll position is stored. The first page of each document has the router's key "default", so it is
 * told apart by its path: otherwise one page would open at the position of another.
 */
function scrollKey({ key, pathname }: { key: string; pathname: string }): string {
  return key === 'default' ? pathname : key;
}

const scrollPositionsKey = 'pocketfleet-places';

/**
 * Stores the position of a visitor who has scrolled before the code was loaded. Otherwise ScrollRestoration, whose effect runs
 * after this one, would scroll the page to its top.
 */
function KeepScrollPosition() {
  const key = scrollKey(useLocation());
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (isFirst.current && window.scrollY > 0) {
      const positions = JSON.parse(sessionStorage.getItem(scrollPositionsKey) ?? '{}');
      sessionStorage.setItem(scrollPositionsKey, JSON.stringify({ ...positions, [key]: window.scrollY }));
    }
    isFirst.current = false;
  }, [key]);
  return null;
}

function Root() {
  return (
    <>
      <Outlet />
      <PageAnnouncer />
      <KeepScrollPosition />
      <ScrollRestoration getKey={scrollKey} storageKey={scrollPositionsKey} />
    </>
  );
}
