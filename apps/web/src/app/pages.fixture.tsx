// For the tests in test/*.browser.test.ts: single pages of a signed-in customer. The tests answer their calls over HTTP.
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router';
import { createClient } from '../api/client.ts';
import { createAccountStore } from '../features/accounts/account-store.ts';
import { RentPaymentPage } from '../pages/rent-payment-page.tsx';
import { StreamPage } from '../pages/stream-page.tsx';
import { App } from './app.tsx';
import { createQueryClient } from './query-client.ts';
import './site.css';

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
const client = createClient({
  fetch: (...args) => fetch(...args),
  baseUrl: '/api',
  readToken: () => store.readToken(),
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <App client={client} store={store}>
      <QueryClientProvider client={createQueryClient()}>
        <BrowserRouter>
          <main>
            <Routes>
              <Route path="/rent/payment" element={<RentPaymentPage />} />
              <Route path="/devices/:id/stream" element={<StreamPage />} />
              <Route path="*" element={<p>Another page</p>} />
            </Routes>
          </main>
        </BrowserRouter>
      </QueryClientProvider>
    </App>,
  );
}
