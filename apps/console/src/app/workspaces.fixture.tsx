// For test/workspaces.browser.test.ts, which answers the calls over HTTP.
import { createTeamClient } from '@pocketfleet/client-team';
import { ThemeProvider } from '@pocketfleet/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ApiProvider } from '../api/api-provider.tsx';
import { WorkspacePage } from '../pages/workspace-page.tsx';
import { WorkspacesPage } from '../pages/workspaces-page.tsx';
import { paths } from '../paths.ts';
import './console.css';

const router = createBrowserRouter([
  {
    path: paths.workspaces,
    element: (
      <main>
        <WorkspacesPage />
      </main>
    ),
  },
  {
    path: paths.workspace(':id'),
    element: (
      <main>
        <WorkspacePage />
      </main>
    ),
  },
]);
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <ThemeProvider>
      <ApiProvider client={createTeamClient({ baseUrl: '/api' })}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ApiProvider>
    </ThemeProvider>,
  );
}
