import { Toaster } from '@pocketfleet/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ApiProvider } from '../api/api-provider.tsx';
import { createClient } from '../api/client.ts';
import { createAccountStore } from '../features/accounts/account-store.ts';
import { AuthProvider } from '../features/accounts/auth-provider.tsx';
import { createQueryClient } from './query-client.ts';
import { createRouter } from './router.tsx';
import { ThemeProvider, useTheme } from './theme.tsx';
import './site.css';

const store = createAccountStore({ jar: document, page: location, storage: localStorage });
const client = createClient({
  fetch: (...args) => fetch(...args),
  baseUrl: '/api',
  readToken: () => store.readToken(),
});
const queryClient = createQueryClient();
const router = createRouter();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ApiProvider client={client}>
        <AuthProvider client={client} store={store}>
          <ThemeProvider>
            <RouterProvider router={router} />
            <ThemedToaster />
          </ThemeProvider>
        </AuthProvider>
      </ApiProvider>
    </QueryClientProvider>
  </StrictMode>,
);

function ThemedToaster() {
  return <Toaster theme={useTheme().shown} />;
}
