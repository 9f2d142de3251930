import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createClient } from '../api/client.ts';
import { createAccountStore } from '../features/accounts/account-store.ts';
import { App } from './app.tsx';
import { createRouter } from './router.tsx';
import './site.css';

const store = createAccountStore({ jar: document, page: location, storage: localStorage });
const client = createClient({
  fetch: (...args) => fetch(...args),
  baseUrl: '/api',
  readToken: () => store.readToken(),
});
const router = createRouter();
// A page is drawn in one go when its code is there: as a transition, which gives way to all else five milliseconds at a
// time, the way from a click to a phone's picture takes several times as long.
const app = (
  <App client={client} store={store}>
    <RouterProvider router={router} useTransitions={false} />
  </App>
);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
if (!root.hasChildNodes()) createRoot(root).render(app);
else {
  // A page rendered at build stays on the screen until its code is there, then comes to life as it is. It was
  // rendered for a visitor: for a customer it is drawn anew.
  await isReady(router);
  if (store.readToken()) createRoot(root).render(app);
  // In small steps: who scrolls or types meanwhile is not kept waiting.
  else startTransition(() => void hydrateRoot(root, app));
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
