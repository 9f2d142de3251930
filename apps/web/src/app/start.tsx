// Starts the site: the providers around every page, and the page of the address.
import { createClient } from '@pocketfleet/client';
import { startTransition } from 'react';
import { RouterProvider } from 'react-router/dom';
import { createAccountStore } from '../session/account-store.ts';
import { teamId } from '../team.ts';
import { App } from './app.tsx';
import type * as ReactRoot from './react-root.ts';
import { createRouter } from './router.tsx';

type Stage = {
  root: HTMLElement;
  reactRoot: typeof ReactRoot;
  /** Lets the browser handle input and paint first. */
  nextTask(): Promise<void>;
};

/** A page that was rendered at build stays on the screen until its code has loaded, and is then hydrated. */
export async function start({ root, reactRoot, nextTask }: Stage): Promise<void> {
  const store = createAccountStore({ jar: document, page: location, storage: localStorage });
  const client = createClient({ baseUrl: '/api', readToken: () => store.readToken(), workspaceId: teamId });
  const isRendered = root.hasChildNodes();
  if (isRendered) await nextTask();
  const router = createRouter();
  // Without React's transitions, a page is rendered in one step once its code has loaded. A transition yields every five
  // milliseconds, so the time from a click to a phone's picture would be several times as long.
  const app = (
    <App client={client} store={store}>
      <RouterProvider router={router} useTransitions={false} />
    </App>
  );
  if (!isRendered) return reactRoot.createRoot(root).render(app);
  await isReady(router);
  await nextTask();
  // A transition, so that scrolling and typing are not blocked meanwhile.
  if (!store.readToken()) return startTransition(() => void reactRoot.hydrateRoot(root, app));
  // The page was rendered for a visitor, so a signed-in customer's page is rendered again. `whole` keeps its height, so that
  // the customer stays at the place that they have scrolled to.
  document.documentElement.dataset['whole'] = '';
  reactRoot.createRoot(root).render(app);
}

function isReady({ state, subscribe }: ReturnType<typeof createRouter>): Promise<void> {
  if (state.initialized) return Promise.resolve();
  return new Promise((done) => {
    const stop = subscribe((next) => {
      if (!next.initialized) return;
      stop();
      done();
    });
  });
}
