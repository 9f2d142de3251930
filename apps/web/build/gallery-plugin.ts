// In development only: the building blocks' own page at /ui (packages/ui/gallery). No build contains it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export function gallery(folder: string): Plugin {
  return {
    name: 'pocketfleet:gallery',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/ui', (request, response, next) => {
        if (!/^\/?(?:\?|$)/.test(request.url ?? '')) return next();
        const html = readFileSync(join(folder, 'index.html'), 'utf8').replace('GALLERY', `/@fs${folder}`);
        server
          .transformIndexHtml('/ui', html)
          .then((page) => response.setHeader('content-type', 'text/html').end(page))
          .catch(next);
      });
    },
  };
}
