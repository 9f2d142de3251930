import { createTeamClient } from '@pocketfleet/client-team';
import { ThemeProvider, Toaster, useTheme } from '@pocketfleet/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ApiProvider } from '../api/api-provider.tsx';
import { SessionGate } from '../features/accounts/session-gate.tsx';
import { createQueryClient } from './query-client.ts';
import { createRouter } from './router.tsx';
import './console.css';

const client = createTeamClient({ baseUrl: '/api' });
const queryClient = createQueryClient();
const router = createRouter();

function ThemedToaster() {
  return <Toaster theme={useTheme().shown} />;
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <ApiProvider client={client}>
        <QueryClientProvider client={queryClient}>
          <SessionGate>
            <RouterProvider router={router} />
          </SessionGate>
          <ThemedToaster />
        </QueryClientProvider>
      </ApiProvider>
    </ThemeProvider>
  </StrictMode>,
);
