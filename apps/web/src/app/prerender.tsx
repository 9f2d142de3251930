// Renders the public pages at build (vite.config.ts), so that the text is there before any script.
import { createClient } from '@pocketfleet/client';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router';
import { createAccountStore } from '../session/account-store.ts';
import { App } from './app.tsx';
import { siteRoutes } from './router.tsx';

export { notFoundPage, publicPages } from './public-pages.ts';

/** The addresses that have a page, as the router writes them: `/devices/:id/stream`. */
export const routePatterns: readonly string[] = patternsOf(siteRoutes);

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
    <App client={client} store={store}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>,
  );
}

function patternsOf(routes: readonly RouteObject[]): string[] {
  return routes
    .flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...patternsOf(children)])
    .filter((path) => path !== '*');
}
