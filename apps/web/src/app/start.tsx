// The program: what stands around every page, and the page that the address names.
import { createClient } from '@pocketfleet/client';
import { startTransition } from 'react';
import { RouterProvider } from 'react-router/dom';
import { createAccountStore } from '../session/account-store.ts';
import { App } from './app.tsx';
import type * as Drawing from './drawing.ts';
import { createRouter } from './router.tsx';

type Stage = {
  root: HTMLElement;
  drawing: Pick<typeof Drawing, 'createRoot' | 'hydrateRoot'>;
  /** Lets the browser answer and paint first. */
  nextTask(): Promise<void>;
};

/** A rendered page stays on the screen until its code is there, then comes to life as it is. */
export async function start({ root, drawing, nextTask }: Stage): Promise<void> {
  const store = createAccountStore({ jar: document, page: location, storage: localStorage });
  const client = createClient({ baseUrl: '/api', readToken: () => store.readToken() });
  const isRendered = root.hasChildNodes();
  if (isRendered) await nextTask();
  const router = createRouter();
  // A page is drawn in one go when its code is there: as a transition, which gives way to all else five milliseconds
  // at a time, the way from a click to a phone's picture takes several times as long.
  const app = (
    <App client={client} store={store}>
      <RouterProvider router={router} useTransitions={false} />
    </App>
  );
  if (!isRendered) return drawing.createRoot(root).render(app);
  await isReady(router);
  await nextTask();
  // In small steps: who scrolls or types meanwhile is not kept waiting.
  if (!store.readToken()) return startTransition(() => void drawing.hydrateRoot(root, app));
  // It was rendered for a visitor: for a customer it is drawn anew, and as long as it was where he has scrolled.
  document.documentElement.dataset['whole'] = '';
  drawing.createRoot(root).render(app);
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
