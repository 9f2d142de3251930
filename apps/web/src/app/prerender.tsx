// Renders the public pages at build (vite.config.ts), so that the text is there before any script.
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { createClient } from '../api/client.ts';
import { createAccountStore } from '../features/accounts/account-store.ts';
import { App } from './app.tsx';
import { createQueryClient } from './query-client.ts';
import { siteRoutes } from './router.tsx';

export { publicPages } from './public-pages.ts';

/** The inside of `#root`, as a visitor gets it. */
export async function renderPage(path: string): Promise<string> {
  const handler = createStaticHandler(siteRoutes);
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} answers ${context.status} and has no text`);
  const [failure] = Object.values(context.errors ?? {});
  if (failure !== undefined) throw failure;
  const router = createStaticRouter(handler.dataRoutes, context);
  const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  const store = createAccountStore({
    jar: { cookie: '' },
    page: { hostname: 'localhost', protocol: 'https:' },
    storage: nothing,
  });
  const client = createClient({
    fetch: () => Promise.reject(new Error('a page must not call the API while it is rendered')),
    baseUrl: '/api',
    readToken: () => null,
  });
  return renderToString(
    <App client={client} store={store} queryClient={createQueryClient()}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>,
  );
}
