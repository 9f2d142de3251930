import { LazyBoundary, lazyWithRetry, Spinner } from '@pocketfleet/ui';
import { type ComponentType, useLayoutEffect, useRef } from 'react';
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
} from 'react-router';
import { ProtectedRoute } from '../features/accounts/protected-route.tsx';
import { CrashPage } from '../pages/crash-page.tsx';
import { paths } from '../paths.ts';
import { PageAnnouncer } from './page-announcer.tsx';

export const siteRoutes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: CrashPage,
    HydrateFallback: PageLoading,
    children: [
      { path: paths.home, lazy: page(async () => (await import('../pages/landing-page.tsx')).LandingPage) },
      {
        path: paths.terms,
        lazy: page(async () => (await import('../pages/legal-pages.tsx')).TermsPage),
      },
      {
        path: paths.privacy,
        lazy: page(async () => (await import('../pages/legal-pages.tsx')).PrivacyPage),
      },
      {
        path: paths.acceptableUse,
        lazy: page(async () => (await import('../pages/legal-pages.tsx')).AcceptableUsePage),
      },
      {
        path: paths.refunds,
        lazy: page(async () => (await import('../pages/legal-pages.tsx')).RefundsPage),
      },
      { path: paths.login, lazy: page(async () => (await import('../pages/login-page.tsx')).LoginPage) },
      {
        path: paths.register,
        lazy: page(async () => (await import('../pages/register-page.tsx')).RegisterPage),
      },
      {
        path: paths.forgotPassword,
        lazy: page(async () => (await import('../pages/password-link-pages.tsx')).ForgotPasswordPage),
      },
      {
        path: paths.resetPassword,
        lazy: page(async () => (await import('../pages/password-link-pages.tsx')).ResetPasswordPage),
      },
      {
        path: paths.verifyEmail,
        lazy: page(async () => (await import('../pages/verify-email-page.tsx')).VerifyEmailPage),
      },
      { path: paths.account, element: <ToDevices /> },
      { path: paths.dashboard, element: <ToDevices /> },
      {
        lazy: page(async () => (await import('./account-data.tsx')).AccountData),
        children: [
          {
            path: '/unauthorized-stream/:id?',
            lazy: page(
              async () => (await import('../pages/unauthorized-stream-page.tsx')).UnauthorizedStreamPage,
            ),
          },
          {
            Component: ProtectedRoute,
            children: [
              {
                lazy: page(
                  async () => (await import('../features/layout/protected-layout.tsx')).ProtectedLayout,
                ),
                children: [
                  {
                    path: paths.devices,
                    lazy: page(async () => (await import('../pages/devices-page.tsx')).DevicesPage),
                  },
                  {
                    path: '/devices/:id/stream',
                    lazy: page(async () => (await import('../pages/stream-page.tsx')).StreamPage),
                  },
                  {
                    path: paths.history,
                    lazy: page(async () => (await import('../pages/history-page.tsx')).HistoryPage),
                  },
                  {
                    path: paths.rent,
                    lazy: page(async () => (await import('../pages/rent-page.tsx')).RentPage),
                  },
                  {
                    path: paths.rentCheckout,
                    lazy: page(
                      async () => (await import('../pages/rent-checkout-page.tsx')).RentCheckoutPage,
                    ),
                  },
                  {
                    path: paths.rentPayment,
                    lazy: page(async () => (await import('../pages/rent-payment-page.tsx')).RentPaymentPage),
                  },
                  {
                    path: paths.rentRequest,
                    lazy: page(async () => (await import('../pages/rent-request-page.tsx')).RentRequestPage),
                  },
                  {
                    path: paths.settings,
                    lazy: page(async () => (await import('../pages/settings-page.tsx')).SettingsPage),
                  },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', lazy: page(async () => (await import('../pages/not-found-page.tsx')).NotFoundPage) },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(siteRoutes);
}

/** What another page left for the next one goes along. */
function ToDevices() {
  return <Navigate to={paths.devices} replace state={useLocation().state} />;
}

/**
 * The router shows nothing but the crash page for a page whose code can't be loaded, and keeps the failure. Such a
 * page is handed to it as one that loads its code itself: within its layout, and again when asked.
 */
function page(load: () => Promise<ComponentType>) {
  return async () => {
    try {
      return { Component: await load() };
    } catch (error) {
      // What is rendered at build must be whole.
      if (import.meta.env.SSR) throw error;
      const Page = lazyWithRetry(async () => ({ default: await load() }));
      const element = (
        <LazyBoundary what="This page" waiting={<PageLoading />} className="mx-auto max-w-[640px] p-6">
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
      <Spinner size={24} label="Loading" />
    </div>
  );
}

/**
 * Every page that is loaded anew has the key "default": by it alone, one page would open where another was left.
 */
function placeOf({ key, pathname }: { key: string; pathname: string }): string {
  return key === 'default' ? pathname : key;
}

const placesKey = 'pocketfleet-places';

/**
 * Whoever has scrolled a page before its program was there stays where he is: what restores places would begin at the
 * top. Stands before it, and so is asked before it.
 */
function KeepPlace() {
  const place = placeOf(useLocation());
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (isFirst.current && window.scrollY > 0) {
      const places = JSON.parse(sessionStorage.getItem(placesKey) ?? '{}');
      sessionStorage.setItem(placesKey, JSON.stringify({ ...places, [place]: window.scrollY }));
    }
    isFirst.current = false;
  }, [place]);
  return null;
}

function Root() {
  return (
    <>
      <Outlet />
      <PageAnnouncer />
      <KeepPlace />
      <ScrollRestoration getKey={placeOf} storageKey={placesKey} />
    </>
  );
}
