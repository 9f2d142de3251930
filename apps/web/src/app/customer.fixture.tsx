// For the fixtures of single pages: a signed-in customer around them. The tests answer their calls over HTTP.
import { createClient } from '@pocketfleet/client';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createAccountStore } from '../session/account-store.ts';
import { App } from './app.tsx';
import { createQueryClient } from './query-client.ts';
import './site.css';

/** Any other address shows "Another page". `hasMain`: the page has a <main> of its own. */
export function renderForCustomer(path: string, page: ReactNode, { hasMain = false } = {}): void {
  const store = createAccountStore({ jar: document, page: location, storage: localStorage });
  store.writeToken('token-of-marta');
  store.writeUser({
    id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11',
    username: 'marta',
    first_name: 'Marta',
    last_name: 'Ruiz',
    email: 'marta@example.com',
    created_at: '2026-03-02T10:00:00Z',
  });
  const client = createClient({ baseUrl: '/api', readToken: () => store.readToken() });
  const router = createBrowserRouter([
    { path, element: hasMain ? page : <main>{page}</main> },
    { path: '*', element: <p>Another page</p> },
  ]);
  const root = document.getElementById('root');
  if (root === null) throw new Error('The document has no #root');
  createRoot(root).render(
    <App client={client} store={store}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </App>,
  );
}
