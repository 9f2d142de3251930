// The built customer site: precompressed files, names with a hash kept for a year, the pages that were rendered
// at build, and the two that the browser's own router and the stream frame start from.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from './app-error.ts';
import type { HttpServer } from './http-server.ts';
import { serveSiteMap } from './site-map.ts';

const neverFiles = /^\/(api|ws)(\/|$|\?)/;

/** Without `webDist` the server has only the API. */
export async function serveSite(
  site: HttpServer,
  webDist: string | undefined,
  publicUrl: string,
): Promise<void> {
  if (webDist === undefined) {
    answerNotFound(site);
    return;
  }
  const root = resolve(webDist);
  if (!existsSync(`${root}/index.html`)) throw new Error(`WEB_DIST holds no index.html: ${root}`);
  // index.html holds the landing page's text, which no other route may show first.
  const shell = existsSync(`${root}/shell.html`) ? 'shell.html' : 'index.html';
  const pages = renderedPages(root);
  await site.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      // vite puts what carries a hash in its name into assets/.
      const isHashed = path.startsWith(`${root}/assets/`);
      response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  serveSiteMap(site, publicUrl, ['/', ...pages.keys()]);
  site.get('/frame/:id', (_request, reply) => reply.sendFile('frame.html'));
  site.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    const path = request.url.split('?')[0] ?? '/';
    const looksLikeFile = /\.[a-z0-9]{1,8}$/i.test(path);
    if (isPage && !neverFiles.test(request.url) && !looksLikeFile) {
      return reply.sendFile(pages.get(path) ?? shell);
    }
    return reply.status(404).send(new AppError('not_found').answer());
  });
}

/** The public pages' files by their path: "/terms" is terms/index.html. */
function renderedPages(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const pages = files.filter((file) => file.endsWith('/index.html'));
  return new Map(pages.map((file) => [`/${dirname(file)}`, file]));
}

/** Every address that names nothing gets the contract's error answer. */
export function answerNotFound(server: HttpServer): void {
  server.setNotFoundHandler((_request, reply) => reply.status(404).send(new AppError('not_found').answer()));
}
