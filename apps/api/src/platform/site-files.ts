// Serves the built customer site and the operators' console: precompressed files, assets that browsers cache for a year, the
// pages that were rendered at build, and the pages of the browser's router and of the stream frame.
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from './app-error.ts';
import { serveAssets } from './asset-files.ts';
import type { HttpServer } from './http-server.ts';
import { createPageHandler } from './rendered-pages.ts';
import {
  type CardPlace,
  contentSecurityPolicy,
  paymentPagePolicy,
  policyText,
  wasmWorkerPolicy,
} from './security-headers.ts';
import { sendRefusal } from './send-refusal.ts';
import { readSiteFacts } from './site-facts.ts';
import { serveSiteMap } from './site-map.ts';

const callPaths = /^\/(api|ws)(\/|$|\?)/;

const paymentPage = '/rent/payment';

export type SiteOptions = {
  publicUrl: string;
  /** Websocket origins of relays, where pages may open sockets. */
  relayUrls: readonly string[] | undefined;
  cards: CardPlace | undefined;
  /** The origin whose pages may frame the embed with this secret; undefined if it doesn't work. */
  findEmbedOrigin: (token: string) => Promise<string | undefined>;
};

/** Without `webDist` the server has only the API. Without `cards` no page may load from a payment provider. */
export async function serveSite(
  site: HttpServer,
  webDist: string | undefined,
  { publicUrl, relayUrls, cards, findEmbedOrigin }: SiteOptions,
): Promise<void> {
  if (webDist === undefined) {
    answerNotFound(site);
    return;
  }
  const root = resolve(webDist);
  if (!existsSync(`${root}/index.html`)) throw new Error(`WEB_DIST holds no index.html: ${root}`);
  // index.html contains the landing page's text, which must not flash up on other routes.
  const shell = existsSync(`${root}/shell.html`) ? 'shell.html' : 'index.html';
  const pages = new Map(
    [...renderedPages(root)].map(([path, file]) => [path, createPageHandler(`${root}/${file}`, publicUrl)]),
  );
  const { isPage, scriptHashes } = await readSiteFacts(root);
  await serveFiles(site, root);
  serveSiteMap(site, publicUrl, [...pages.keys()]);
  for (const [path, handler] of pages) {
    site.get(path, handler);
    if (path !== '/') site.get(`${path}/`, handler);
  }
  site.get('/frame/:id', (_request, reply) => reply.sendFile('frame.html'));
  // The address is a secret: no other site may learn it from a link.
  site.get('/s/:token', (_request, reply) =>
    reply.header('referrer-policy', 'no-referrer').sendFile('guest.html'),
  );
  site.get<{ Params: { token: string } }>('/embed/:token', async (request, reply) => {
    const origin = await findEmbedOrigin(request.params.token);
    // Opened by itself it would look like a page of ours that somebody has sent.
    const isPage = request.headers['sec-fetch-dest'] === 'document';
    const policy = {
      ...contentSecurityPolicy(publicUrl, scriptHashes, relayUrls),
      'frame-ancestors': [origin ?? "'none'"],
    };
    return reply
      .header('content-security-policy', policyText(policy))
      .removeHeader('x-frame-options')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .status(origin === undefined || isPage ? 404 : 200)
      .sendFile(isPage ? '404.html' : 'guest.html');
  });
  if (cards !== undefined) {
    const directives = paymentPagePolicy(publicUrl, scriptHashes, cards, relayUrls);
    const options = { helmet: { contentSecurityPolicy: { useDefaults: false, directives } } };
    site.get(paymentPage, options, (_request, reply) => reply.sendFile(shell));
  }
  site.setNotFoundHandler((request, reply) => {
    const path = pagePathOf(request);
    if (path === undefined) return sendRefusal(request, reply, new AppError('not_found'));
    if (isPage(path)) return reply.sendFile(shell);
    return reply.status(404).sendFile('404.html');
  });
}

/** The operators' console on its own port. Without `consoleDist` there is only its API. */
export async function serveConsole(operator: HttpServer, consoleDist: string | undefined): Promise<void> {
  if (consoleDist === undefined) {
    answerNotFound(operator);
    return;
  }
  const root = resolve(consoleDist);
  if (!existsSync(`${root}/index.html`)) throw new Error(`CONSOLE_DIST holds no index.html: ${root}`);
  const { isPage } = await readSiteFacts(root);
  await serveFiles(operator, root);
  operator.setNotFoundHandler((request, reply) => {
    const path = pagePathOf(request);
    if (path === undefined) return sendRefusal(request, reply, new AppError('not_found'));
    // The browser's router shows a page for unknown addresses too.
    return reply.status(isPage(path) ? 200 : 404).sendFile('index.html');
  });
}

/** The built files of the stream player's `fallback-worker.ts`, compressed or not. */
const wasmWorkers = /^assets\/fallback-worker-[\w-]+\.js(?:\.br|\.gz)?$/;

async function serveFiles(server: HttpServer, root: string): Promise<void> {
  await server.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(headersOf(relative(root, path))))
        response.header(name, value);
    },
  });
  serveAssets(server, root, headersOf);
}

/** `path`: below the site's folder. */
function headersOf(path: string): Record<string, string> {
  // vite puts the files with a hash in their name into assets/.
  const headers: Record<string, string> = {
    'cache-control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  // Pages of customers load the component.
  if (path.startsWith('component/')) {
    headers['cache-control'] = 'public, max-age=86400, stale-while-revalidate=604800';
    headers['access-control-allow-origin'] = '*';
    headers['cross-origin-resource-policy'] = 'cross-origin';
  }
  if (wasmWorkers.test(path)) headers['content-security-policy'] = wasmWorkerPolicy;
  return headers;
}

/** The path of a request for a page; undefined for writes, calls and files. */
function pagePathOf({ method, url }: { method: string; url: string }): string | undefined {
  const isRead = method === 'GET' || method === 'HEAD';
  const path = url.split('?')[0] ?? '/';
  const looksLikeFile = /\.[a-z0-9]{1,8}$/i.test(path);
  return !isRead || callPaths.test(url) || looksLikeFile ? undefined : path;
}

/** The files of the public pages by their path: "/" is index.html, "/terms" is terms/index.html. */
function renderedPages(root: string): Map<string, string> {
  // Without file types Node would call stat for each of hundreds of files before the server can start.
  const files = readdirSync(root, { recursive: true, withFileTypes: true });
  const pages = files.filter(({ name }) => name === 'index.html');
  return new Map(
    pages.map(({ parentPath }) => {
      const folder = relative(root, parentPath);
      return [`/${folder}`, join(folder, 'index.html')];
    }),
  );
}

/** Answers each unknown address with the contract's error. */
export function answerNotFound(server: HttpServer): void {
  server.setNotFoundHandler((request, reply) => sendRefusal(request, reply, new AppError('not_found')));
}
