// Everything around the router: the same in the browser and when public pages are rendered at build.
import { Toaster } from '@pocketfleet/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { ApiProvider } from '../api/api-provider.tsx';
import type { Client } from '../api/client.ts';
import type { AccountStore } from '../features/accounts/account-store.ts';
import { AuthProvider } from '../features/accounts/auth-provider.tsx';
import { ThemeProvider, useTheme } from './theme.tsx';

type Props = { client: Client; store: AccountStore; queryClient: QueryClient; children: ReactNode };

export function App({ client, store, queryClient, children }: Props) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ApiProvider client={client}>
          <AuthProvider client={client} store={store}>
            <ThemeProvider>
              {children}
              <ThemedToaster />
            </ThemeProvider>
          </AuthProvider>
        </ApiProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}

function ThemedToaster() {
  return <Toaster theme={useTheme().shown} />;
}
