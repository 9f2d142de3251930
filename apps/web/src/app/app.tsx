// Everything around the router: the same in the browser and when public pages are rendered at build.
import type { Client } from '@pocketfleet/client';
import { ThemeProvider, Toaster, useTheme } from '@pocketfleet/ui';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { ApiProvider } from '../api/api-provider.tsx';
import type { AccountStore } from '../session/account-store.ts';
import { AuthProvider } from '../session/auth-provider.tsx';

type Props = { client: Client; store: AccountStore; children: ReactNode };

export function App({ client, store, children }: Props) {
  useEffect(() => {
    // Forms take over first what was typed before.
    const timer = setTimeout(sayAlive);
    return () => clearTimeout(timer);
  }, []);
  return (
    <StrictMode>
      <ApiProvider client={client}>
        <AuthProvider client={client} store={store}>
          <ThemeProvider>
            {children}
            <ThemedToaster />
          </ThemeProvider>
        </AuthProvider>
      </ApiProvider>
    </StrictMode>
  );
}

function ThemedToaster() {
  return <Toaster theme={useTheme().shown} />;
}

/** The page answers from now on: public/arrive.js hands over what was pressed before. */
function sayAlive(): void {
  document.documentElement.dataset['alive'] = '';
  document.dispatchEvent(new Event('pocketfleet-alive'));
}
